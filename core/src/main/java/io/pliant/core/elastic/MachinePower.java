package io.pliant.core.elastic;

import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.PowerView;
import io.pliant.core.power.Redistribution;
import io.pliant.core.power.Watts;
import io.pliant.core.power.WattsNow;
import io.pliant.core.size.SpeedUp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a machine draws, and could draw, in one view. Watts of nodes held by jobs and of idle ones.
 */
final class MachinePower {
  private final Pool view;
  private final PowerView power;

  MachinePower(Pool view, PowerView power) {
    this.view = view;
    this.power = power;
  }

  /** The best guess of what is drawn now: measured, or the middle of an estimate. */
  double drawn() {
    return WattsNow.sum(
        0,
        view.nodes(),
        power.idleWatts(),
        view.running().stream()
            .map(job -> new WattsNow.Load(job.nodes(), watts(job).middle().high()))
            .toList());
  }

  /** Watts above idle ones that so many more nodes of a job draw, by the high estimate. */
  double added(int job, int nodes) {
    return nodes * (power.of(job).high() - power.idleWatts());
  }

  /** Watts below the upper bound when the high estimates are true. */
  double room() {
    double sum = view.nodes() * power.idleWatts();
    for (RunningShape job : view.running()) {
      sum += added(job.shape().job(), job.nodes());
    }
    return power.corridor().upper() - sum;
  }

  /** True while a job adapts, or has leaving nodes still. */
  boolean adapts(RunningShape job) {
    return job.adapting(view.now()) || job.nodes() != job.target();
  }

  Watts watts(RunningShape job) {
    return power.of(job.shape().job());
  }

  /**
   * The first announced change whose upper bound could not be kept with the job, all at their least
   * sizes; null when there is none while it runs.
   */
  CorridorTable.@Nullable Change tooHighFor(WaitingShape job, List<WaitingShape> alsoStarted) {
    long end = view.now() + job.estimateOn(job.sizes().min(), SpeedUp.UNKNOWN);
    for (CorridorTable.Change change : power.announced()) {
      double least =
          view.nodes() * power.idleWatts() + Math.max(0, added(job.job(), job.sizes().min()));
      for (RunningShape running : view.running()) {
        if (running.expectedEnd() > change.at()) {
          least += Math.max(0, added(running.shape().job(), running.shape().sizes().min()));
        }
      }
      for (WaitingShape other : alsoStarted) {
        least += Math.max(0, added(other.job(), other.sizes().min()));
      }
      if (change.at() < end && least > change.corridor().upper()) {
        return change;
      }
    }
    return null;
  }

  /** A running job as part of a redistribution: fixed when it is rigid or adapts. */
  Redistribution.Job running(RunningShape job, Sizes allowed) {
    boolean fixed = job.shape().sizes().isRigid() || adapts(job);
    List<Integer> sizes =
        fixed
            ? List.of(job.target())
            : job.shape().sizes().all().stream()
                .filter(n -> n == job.target() || allowed.of(job, n))
                .toList();
    return new Redistribution.Job(
        job.shape().job(), job.target(), job.shape().sizes().preferred(), sizes, watts(job), 0);
  }

  /** Which sizes of a running job are considered; its present one must be. */
  @FunctionalInterface
  interface Sizes {
    /** Every legal one. */
    Sizes ALL = (_, _) -> true;

    boolean of(RunningShape job, int nodes);
  }
}
