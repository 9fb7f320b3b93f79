package io.pliant.core.power;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/**
 * The same integer program for a general solver: a binary variable for each size of each job; first
 * the fewest idle nodes, then, with as many, the fewest adaptations.
 */
public final class OjAlgoReference {
  private final Redistribution problem;
  private final ExpressionsBasedModel model = new ExpressionsBasedModel();
  private final List<List<Variable>> chosen = new ArrayList<>();

  private OjAlgoReference(Redistribution problem) {
    this.problem = problem;
    model.options.iterations_abort = 1_000_000;
    model.options.time_abort = 600_000;
    for (Redistribution.Job job : problem.jobs()) {
      List<Variable> options = new ArrayList<>();
      Expression one = model.newExpression("one size of " + job.number()).level(1);
      for (int size : job.sizes()) {
        Variable option = model.newVariable(job.number() + " on " + size).binary();
        one.set(option, 1);
        options.add(option);
      }
      chosen.add(options);
    }
    double floor = problem.nodes() * problem.idleWatts();
    sum("nodes", (_, size) -> size).upper(problem.nodes());
    sum("most", (job, size) -> size * (job.watts().high() - problem.idleWatts()))
        .upper(problem.corridor().upper() - floor);
    sum("least", (job, size) -> size * (job.watts().low() - problem.idleWatts()))
        .lower(problem.corridor().lower() - floor);
  }

  /**
   * Fewest idle nodes and fewest adaptations; null when there is no choice. Throws
   * IllegalStateException when the solver gave up.
   */
  public static int @Nullable [] solve(Redistribution problem) {
    OjAlgoReference first = new OjAlgoReference(problem);
    first.sum("most nodes", (_, size) -> size).weight(1);
    Optimisation.Result most = first.model.maximise();
    if (most.getState() == Optimisation.State.INFEASIBLE) {
      return null;
    }
    first.optimal(most);
    long used = Math.round(most.getValue());
    OjAlgoReference second = new OjAlgoReference(problem);
    second.sum("so many nodes", (_, size) -> size).level(used);
    second.sum("adaptations", (job, size) -> job.adapts(size) ? 1 : 0).weight(1);
    Optimisation.Result fewest = second.model.minimise();
    second.optimal(fewest);
    return new int[] {(int) (problem.nodes() - used), (int) Math.round(fewest.getValue())};
  }

  @FunctionalInterface
  private interface Weight {
    double of(Redistribution.Job job, int size);
  }

  private Expression sum(String name, Weight weight) {
    Expression sum = model.newExpression(name);
    for (int i = 0; i < chosen.size(); i++) {
      Redistribution.Job job = problem.jobs().get(i);
      for (int j = 0; j < job.sizes().size(); j++) {
        sum.set(chosen.get(i).get(j), weight.of(job, job.sizes().get(j)));
      }
    }
    return sum;
  }

  private void optimal(Optimisation.Result result) {
    if (!result.getState().isOptimal()) {
      throw new IllegalStateException(
          "Expected an optimum of %s, but got %s.".formatted(problem, result));
    }
  }
}
