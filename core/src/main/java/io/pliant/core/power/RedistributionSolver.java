package io.pliant.core.power;

/** The port to whatever solves the integer program of a redistribution. */
public interface RedistributionSolver {
  /**
   * Solves it. Deterministic: equal problems and budgets give equal answers.
   *
   * @param budget steps allowed, at least 1; a step is one size of one job looked at
   */
  SolverAnswer solve(Redistribution problem, long budget);
}
