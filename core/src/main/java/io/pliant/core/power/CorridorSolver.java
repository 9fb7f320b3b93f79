package io.pliant.core.power;

/**
 * The solver of the house: exact by tables where they are small, by prices and a small exact core
 * where they are not. A general integer program solver (docs/dependencies.md) is the reference in
 * tests.
 */
public final class CorridorSolver implements RedistributionSolver {
  /** Largest table, in steps, for which problems are solved exactly. */
  private static final long LARGEST_TABLE = 200_000;

  /** Steps within which a scheduling round is content: some tens of milliseconds. */
  public static final long USUAL_BUDGET = 5_000_000;

  @Override
  public SolverAnswer solve(Redistribution problem, long budget) {
    if (budget < 1) {
      throw new IllegalArgumentException(
          "Expected a budget of at least one step, but got " + budget + ".");
    }
    Choices choices = new Choices(problem);
    return choices.tableSteps() <= LARGEST_TABLE
        ? TableSolver.solve(choices, budget)
        : PriceSolver.solve(choices, budget);
  }
}
