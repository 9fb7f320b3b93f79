package io.pliant.cli.run;

import io.pliant.api.JobDetails;
import io.pliant.api.StepDetails;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;
import org.jspecify.annotations.Nullable;

/**
 * How a step stands at the controllers.
 *
 * @param status of the step, or of its job while there is no step yet
 * @param nodes number of its nodes, or 0 while there is no step
 * @param resizes true when it is a program that can go on without some of its tasks
 * @param exit its worst exit status so far
 * @param message why it did not go well, or empty
 */
record StepStanding(
    JobStatus status, int nodes, int tasks, boolean resizes, ExitStatus exit, String message) {
  /** Reads a {@code StepDetails}. */
  static StepStanding ofStep(StepDetails step) {
    return new StepStanding(
        step.status(),
        step.nodes().size(),
        step.tasks(),
        step.resizes(),
        exit(step.exit()),
        step.message());
  }

  /**
   * Reads the {@code JobDetails} of a job that runs one command: the first step of its attempt. The
   * steps behind it are of those who use the job.
   */
  static StepStanding ofJob(JobDetails job) {
    JobStatus status = job.status();
    for (StepDetails step : job.steps()) {
      if (step.attempt() == job.attempt()) {
        StepStanding own = ofStep(step);
        return status.terminal()
            ? new StepStanding(
                status, own.nodes, own.tasks, own.resizes, exit(job.exit()), reason(job, own))
            : own;
      }
    }
    return new StepStanding(status, 0, 0, false, exit(job.exit()), job.reason());
  }

  /** The exit code of a step that is over: never 0 unless it completed. */
  int exitCode() {
    int code = exit.shellCode();
    return code == 0 && status != JobStatus.COMPLETED ? 1 : code;
  }

  private static String reason(JobDetails job, StepStanding step) {
    return step.message.isEmpty() ? job.reason() : step.message;
  }

  private static ExitStatus exit(@Nullable ExitStatus exit) {
    return exit == null ? ExitStatus.SUCCESS : exit;
  }
}
