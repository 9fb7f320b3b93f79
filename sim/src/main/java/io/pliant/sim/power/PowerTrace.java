package io.pliant.sim.power;

import io.pliant.core.power.Corridor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Power over time: each sample holds until the next, the last one is the end.
 *
 * @param samples in order of time, each time once
 */
public record PowerTrace(List<Sample> samples) {
  /**
   * From a time on so much is drawn.
   *
   * @param time in milliseconds
   * @param watts of the whole machine
   * @param corridor bounds, or null when there are none yet
   * @param avoidable false when no sizes of running and waiting jobs keep these bounds, or when
   *     there are none
   * @param jobs that run or wait
   */
  public record Sample(
      long time, double watts, @Nullable Corridor corridor, boolean avoidable, int jobs) {
    /** Watts over the upper bound, or, below 0, under the lower one. */
    double excess() {
      return corridor == null || corridor.holds(watts) ? 0 : corridor.excess(watts);
    }
  }

  /**
   * A time during which the same bound is broken.
   *
   * @param from in milliseconds
   * @param to in milliseconds
   * @param worst watts over the upper bound, or, below 0, under the lower one
   * @param avoidable milliseconds of it during which some sizes would have kept the bounds
   */
  public record Violation(long from, long to, double worst, long avoidable) {}

  public PowerTrace {
    samples = List.copyOf(samples);
  }

  /** All violations, in order of time. */
  public List<Violation> violations() {
    List<Violation> all = new ArrayList<>();
    Violation open = null;
    for (int i = 0; i + 1 < samples.size(); i++) {
      Sample sample = samples.get(i);
      long until = samples.get(i + 1).time();
      double excess = sample.excess();
      if (open != null && Math.signum(open.worst()) != Math.signum(excess)) {
        all.add(open);
        open = null;
      }
      if (excess != 0) {
        long avoidable = sample.avoidable() ? until - sample.time() : 0;
        open =
            open == null
                ? new Violation(sample.time(), until, excess, avoidable)
                : new Violation(
                    open.from(),
                    until,
                    Math.abs(excess) > Math.abs(open.worst()) ? excess : open.worst(),
                    open.avoidable() + avoidable);
      }
    }
    if (open != null) {
      all.add(open);
    }
    return all;
  }

  /** Energy in joules. */
  public double joules() {
    double sum = 0;
    for (int i = 0; i + 1 < samples.size(); i++) {
      sum += samples.get(i).watts() * (samples.get(i + 1).time() - samples.get(i).time()) / 1e3;
    }
    return sum;
  }

  /**
   * Milliseconds from a time until the power is in the corridor; null when it is not before the
   * next change of the bounds, or the end.
   */
  public @Nullable Long settled(long change) {
    Corridor bounds = null;
    for (Sample sample : samples) {
      if (sample.time() < change) {
        continue;
      }
      if (bounds != null && !bounds.equals(sample.corridor())) {
        return null;
      }
      bounds = sample.corridor();
      if (sample.excess() == 0) {
        return sample.time() - change;
      }
    }
    return null;
  }
}
