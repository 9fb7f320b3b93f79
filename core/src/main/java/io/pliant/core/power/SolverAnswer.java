package io.pliant.core.power;

import java.util.List;

/** What a solver found out. */
public sealed interface SolverAnswer {
  /** Steps that it took, a measure of work that is the same on every machine. */
  long steps();

  /**
   * Sizes that keep the corridor.
   *
   * @param sizes in the order of the problem's jobs
   * @param idle nodes left idle
   * @param adaptations running jobs resized
   * @param idleAtLeast no choice leaves fewer idle
   * @param adaptationsAtLeast no choice with as few idle nodes needs fewer
   * @param optimal true when it is proven that no choice is better in any of the three aims
   */
  record Found(
      List<Integer> sizes,
      int idle,
      int adaptations,
      int idleAtLeast,
      int adaptationsAtLeast,
      boolean optimal,
      long steps)
      implements SolverAnswer {
    public Found {
      sizes = List.copyOf(sizes);
    }
  }

  /** There is no such choice; proven. */
  record Infeasible(Shortfall shortfall, long steps) implements SolverAnswer {}

  /** Neither found nor excluded within the steps allowed. */
  record OutOfBudget(long steps) implements SolverAnswer {}
}
