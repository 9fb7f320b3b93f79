package io.pliant.runtime.node;

import io.pliant.core.energy.PowerReport;
import io.pliant.core.node.AgentMessage;
import io.pliant.runtime.node.step.StepWatch;
import io.pliant.runtime.power.NodeMeter;
import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a node says of its power, until it is counted; nothing where there is no meter. Not
 * thread-safe.
 */
final class PowerReporting {
  private final @Nullable NodeMeter meter;
  private final Consumer<AgentMessage> out;

  PowerReporting(@Nullable NodeMeter meter, Consumer<AgentMessage> out) {
    this.meter = meter;
    this.out = out;
  }

  /** Calls {@code due} from another thread whenever there is something to say. */
  void listen(Runnable due) {
    if (meter != null) {
      meter.listen(due);
    }
  }

  /** A meter whose watts depend on what runs is told what does. */
  void follow(Collection<StepWatch> steps) {
    if (meter != null && meter.followsJobs()) {
      meter.runs(NodeLimits.atWork(steps));
    }
  }

  /** Says what is due, if anything is. */
  void say() {
    PowerReport report = meter == null ? null : meter.report();
    if (report != null) {
      out.accept(new AgentMessage.Power(report));
    }
  }

  /** Energy up to a time is durable; true when more is to be said at once. */
  boolean counted(long until) {
    return meter != null && meter.counted(until);
  }

  /** What was not counted is due again: the controller may be another one. */
  void repeat() {
    if (meter != null) {
      meter.repeat();
    }
  }
}
