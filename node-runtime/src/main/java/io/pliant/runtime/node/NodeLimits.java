package io.pliant.runtime.node;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.power.PowerLimits;
import io.pliant.runtime.node.launcher.Launcher;
import io.pliant.runtime.node.step.StepWatch;
import io.pliant.runtime.power.PowerCap;
import io.pliant.runtime.power.RunningJob;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The limits on the power of one node: a cap, and jobs whose tasks stand still. They are a lease:
 * what is not repeated for {@link PowerLimits#LEASE} is lifted. Not thread-safe.
 */
final class NodeLimits {
  private static final Logger LOG = LoggerFactory.getLogger(NodeLimits.class);

  private final NodeName node;
  private final PowerCap cap;
  private final Launcher launcher;
  private final LongSupplier nanos;
  private final TreeSet<JobId> suspended = new TreeSet<>();
  private int capWatts;
  private long toldNanos;

  /**
   * No limits.
   *
   * @param nanos monotonic time
   */
  NodeLimits(NodeName node, PowerCap cap, Launcher launcher, LongSupplier nanos) {
    this.node = node;
    this.cap = cap;
    this.launcher = launcher;
    this.nanos = nanos;
  }

  /**
   * Begins without a cap. Jobs that stand still since before this agent do so for another lease.
   */
  void recover(Collection<StepWatch> steps) {
    cap(0);
    for (StepWatch watch : steps) {
      if (!watch.over() && watch.folder().suspended()) {
        watch.suspend(true);
        suspended.add(watch.step().job());
        toldNanos = nanos.getAsLong();
      }
    }
  }

  /** True when something is to be looked after each second. */
  boolean any() {
    return capWatts > 0 || !suspended.isEmpty();
  }

  /** A controller has told what is limited now. */
  void told(ControllerMessage.LimitPower limit, Collection<StepWatch> steps) {
    TreeSet<JobId> jobs = new TreeSet<>(limit.suspended());
    if (limit.capWatts() != capWatts || !jobs.equals(suspended)) {
      LOG.info(
          "Node {}: power limits of its partition: {}, suspended jobs: {}",
          node,
          limit.capWatts() == 0 ? "no cap" : limit.capWatts() + " W",
          jobs);
    }
    toldNanos = nanos.getAsLong();
    cap(limit.capWatts());
    suspended.clear();
    suspended.addAll(jobs);
    apply(steps);
  }

  /** Lifts what was not repeated. */
  void review(Collection<StepWatch> steps) {
    if (any() && nanos.getAsLong() - toldNanos > PowerLimits.LEASE.toNanos()) {
      LOG.warn(
          "Node {}: no controller has repeated the power limits for {} s; lifting them",
          node,
          PowerLimits.LEASE.toSeconds());
      cap(0);
      suspended.clear();
      apply(steps);
    }
  }

  /** Has each step stand still, or go on, as its job is to; also one that was just launched. */
  void apply(Collection<StepWatch> steps) {
    for (StepWatch watch : steps) {
      boolean still = suspended.contains(watch.step().job());
      if (!watch.over() && (still || watch.suspended())) {
        apply(watch, still);
      }
    }
  }

  private void apply(StepWatch watch, boolean still) {
    try {
      if (still) {
        watch.folder().leaveSuspension();
      } else {
        watch.folder().liftSuspension();
      }
      watch.suspend(still);
      launcher.poke(watch.folder());
    } catch (IOException e) {
      LOG.error(
          "Node {}: expected to have {} {}, but {}",
          node,
          watch.step(),
          still ? "stand still" : "go on",
          e.getMessage());
    }
  }

  /** What draws power, for an emulated meter. */
  static List<RunningJob> atWork(Collection<StepWatch> steps) {
    return steps.stream()
        .filter(watch -> !watch.over() && !watch.standsStill())
        .map(StepWatch::job)
        .toList();
  }

  /** The agent ends: nobody would lift the cap. Supervisors let their tasks go on by themselves. */
  void close() {
    cap(0);
  }

  private void cap(int watts) {
    if (watts > 0) {
      cap.limit(watts);
    } else {
      cap.lift();
    }
    capWatts = watts;
  }
}
