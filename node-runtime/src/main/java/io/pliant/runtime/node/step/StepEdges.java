package io.pliant.runtime.node.step;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import io.pliant.runtime.power.NodeMeter;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the reports of starts and ends of steps on a node, and tells them to the node's meter.
 *
 * @param meter null for none
 */
public record StepEdges(NodeName node, Clock clock, @Nullable NodeMeter meter) {
  /** True when a later agent has to know, too, which jobs steps belong to. */
  boolean labels() {
    return meter != null && meter.followsJobs();
  }

  /** All tasks of a step run since a time. */
  StepReport.Started started(StepId step, int tasks, Instant at) {
    if (meter != null) {
      meter.started(step, tasks, at);
    }
    return new StepReport.Started(step, node, at);
  }

  /** This is how a step ended here. */
  StepReport.Ended ended(StepReport.Ended report) {
    if (meter != null) {
      meter.ended(report.step(), report.at());
    }
    return report;
  }

  /** The step had a supervisor, or may have had one, that tells nothing; it ends now. */
  StepReport.Ended lost(StepId step, String message) {
    return new StepReport.Ended(step, node, clock.instant(), List.of(), StepEnd.LOST, message);
  }

  /** The step was not started, as is known now, and this node is to blame. */
  StepReport.Ended faulty(StepId step, String message) {
    return new StepReport.Ended(
        step, node, clock.instant(), List.of(), StepEnd.NODE_FAULT, message);
  }

  /** The step was not started, as is known now. */
  StepReport.Ended failed(StepId step, String message) {
    return new StepReport.Ended(
        step, node, clock.instant(), List.of(), StepEnd.LAUNCH_FAILED, message);
  }
}
