package io.pliant.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Energy of a step, a part of that of its job, as far as it is counted.
 *
 * @param joules of the time that was measured
 * @param meanWatts mean of a node while it was measured, times the step's nodes; null when none
 *     ever was
 * @param peakWatts most watts in a second, all nodes together; at least the mean
 * @param methods what measured it, sorted
 * @param estimated true when a part of it comes from a model and not from a meter
 * @param measuredSeconds node time that was measured
 * @param gapSeconds node time of which no meter told anything; null until all energy of the attempt
 *     is counted
 */
public record StepEnergyEntry(
    double joules,
    @Nullable Double meanWatts,
    double peakWatts,
    List<String> methods,
    boolean estimated,
    double measuredSeconds,
    @Nullable Double gapSeconds) {
  public StepEnergyEntry {
    methods = List.copyOf(methods);
  }

  /** What a step had of its job's energy; null when nothing is counted. */
  static @Nullable StepEnergyEntry of(StepDetails step, JobEnergyEntry job) {
    for (JobEnergyEntry.StepEntry counted : job.steps()) {
      if (counted.attempt() == step.attempt() && counted.step() == step.step()) {
        return of(step, counted, job.complete());
      }
    }
    return null;
  }

  private static StepEnergyEntry of(
      StepDetails step, JobEnergyEntry.StepEntry counted, boolean complete) {
    double seconds = counted.measuredSeconds();
    double watts = seconds == 0 ? 0 : counted.joules() / seconds * step.nodes().size();
    Double ran = complete ? step.nodeSeconds() : null;
    return new StepEnergyEntry(
        counted.joules(),
        seconds == 0 ? null : (Double) watts,
        Math.max(counted.peakWatts(), watts),
        counted.methods(),
        counted.estimated(),
        seconds,
        ran == null ? null : (Double) Math.max(0, ran - seconds));
  }
}
