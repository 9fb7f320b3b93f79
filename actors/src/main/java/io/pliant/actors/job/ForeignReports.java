package io.pliant.actors.job;

import io.pliant.core.job.JobState;
import io.pliant.core.job.StepReports;
import io.pliant.core.step.StepReport;
import org.slf4j.Logger;

/** Says once of a job that a node has reported on a step that it never had. */
final class ForeignReports {
  private final Logger log;
  private boolean told;

  ForeignReports(Logger log) {
    this.log = log;
  }

  /** A node has reported; a liar may repeat himself. */
  void look(JobState state, StepReport report) {
    if (!told && StepReports.foreign(state, report)) {
      told = true;
      log.warn(
          "job {}: node {} never had step {}; dropped", state.job(), report.node(), report.step());
    }
  }
}
