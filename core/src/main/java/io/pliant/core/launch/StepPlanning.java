package io.pliant.core.launch;

import io.pliant.core.step.StepPlan;

/** Answer to a wish for a step: where its tasks run, or why they cannot. */
public sealed interface StepPlanning {

  /** The step fits the allocation. */
  record Planned(StepPlan plan) implements StepPlanning {}

  /**
   * The step does not fit.
   *
   * @param reason a sentence with the numbers asked for and there
   */
  record Refused(String reason) implements StepPlanning {}

  /**
   * The step fits the allocation, but not while other steps have what it wants for itself.
   *
   * @param reason a sentence that says so
   */
  record Busy(String reason) implements StepPlanning {}
}
