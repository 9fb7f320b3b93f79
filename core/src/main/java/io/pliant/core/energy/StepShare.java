package io.pliant.core.energy;

import io.pliant.core.id.StepId;
import java.util.List;
import java.util.TreeSet;

/**
 * What was counted of a step since it was counted last: a part of what its job had.
 *
 * @param methods what measured it, sorted
 * @param energy the peak is that of the step so far, over all its nodes; time without a meter is
 *     not in it
 */
public record StepShare(StepId step, List<String> methods, Energy energy) {
  public StepShare {
    methods = List.copyOf(methods);
  }

  /** Both together. */
  public StepShare plus(StepShare other) {
    TreeSet<String> both = new TreeSet<>(methods);
    both.addAll(other.methods);
    return new StepShare(step, List.copyOf(both), energy.plus(other.energy));
  }

  StepShare withPeak(double watts) {
    return new StepShare(step, methods, energy.withPeak(watts));
  }
}
