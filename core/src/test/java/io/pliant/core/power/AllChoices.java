package io.pliant.core.power;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The best choice by looking at every one; knows nothing of how the solver works. */
final class AllChoices {
  private final Redistribution problem;
  private @Nullable List<Integer> best;
  private double nearestUpper = Double.POSITIVE_INFINITY;
  private double nearestLower = Double.NEGATIVE_INFINITY;

  private AllChoices(Redistribution problem) {
    this.problem = problem;
  }

  static @Nullable List<Integer> best(Redistribution problem) {
    return search(problem).best;
  }

  /** Watts by which the bound that no choice meets is missed at best; 0 when each can be met. */
  static double missing(Redistribution problem) {
    AllChoices all = search(problem);
    double over = all.nearestUpper - problem.corridor().upper();
    double under = problem.corridor().lower() - all.nearestLower;
    return over > 0 ? over : Math.max(0, under);
  }

  private static AllChoices search(Redistribution problem) {
    AllChoices all = new AllChoices(problem);
    all.extend(new ArrayList<>(), problem.nodes());
    return all;
  }

  private void extend(List<Integer> sizes, int left) {
    if (sizes.size() == problem.jobs().size()) {
      nearestUpper = Math.min(nearestUpper, problem.most(sizes));
      nearestLower = Math.max(nearestLower, problem.least(sizes));
      if (problem.isFeasible(sizes) && (best == null || better(sizes, best))) {
        best = List.copyOf(sizes);
      }
      return;
    }
    for (int size : problem.jobs().get(sizes.size()).sizes()) {
      if (size <= left) {
        sizes.add(size);
        extend(sizes, left - size);
        sizes.removeLast();
      }
    }
  }

  private boolean better(List<Integer> one, List<Integer> other) {
    int byIdle = Integer.compare(problem.idle(one), problem.idle(other));
    int byAdaptations =
        byIdle != 0
            ? byIdle
            : Integer.compare(problem.adaptations(one), problem.adaptations(other));
    return byAdaptations != 0
        ? byAdaptations < 0
        : problem.unfairness(one) < problem.unfairness(other);
  }
}
