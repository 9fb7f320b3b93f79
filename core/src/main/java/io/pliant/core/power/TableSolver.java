package io.pliant.core.power;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Exact for problems of some tens of jobs: dynamic programs over nodes give bounds, between which a
 * depth-first search decides.
 *
 * <p>For the jobs from i on and every number of nodes there are three tables: the least watts, the
 * most watts and the least cost. From most nodes to fewest, each number that the first two leave
 * possible is searched; the first at which sizes are found is the best. When the cheapest sizes
 * break a bound, a fourth table of cost + multiplier x watts, with the multiplier that makes its
 * bound best, tells nearly what keeping that bound costs.
 */
final class TableSolver {
  private static final int MOST_MULTIPLIERS = 12;

  private final Choices choices;
  private final long budget;
  private final int range;
  private final int least;
  private final double[][] minHigh;
  private final double[][] maxLow;
  private final double[][] minCost;
  private final double[][] bounds;
  private final int[][] orders;
  private final int[] current;
  private double @Nullable [][] priced;
  private boolean pricedUpper;
  private double multiplier;
  private int @Nullable [] best;
  private double bestCost;
  private long steps;
  private long limit;
  private boolean cut;

  private TableSolver(Choices choices, long budget) {
    this.choices = choices;
    this.budget = budget;
    this.range = choices.range();
    this.least = choices.leastNodes();
    this.minHigh = range < 0 ? new double[0][] : table((i, j) -> size(i, j) * choices.high[i]);
    this.maxLow = range < 0 ? new double[0][] : table((i, j) -> -size(i, j) * choices.low[i]);
    this.minCost = range < 0 ? new double[0][] : table((i, j) -> choices.costs[i][j]);
    this.bounds = new double[choices.count][];
    this.orders = new int[choices.count][];
    for (int i = 0; i < choices.count; i++) {
      bounds[i] = new double[choices.sizes[i].length];
      orders[i] = new int[choices.sizes[i].length];
    }
    this.current = new int[choices.count];
  }

  static SolverAnswer solve(Choices choices, long budget) {
    return new TableSolver(choices, budget).solve();
  }

  @FunctionalInterface
  private interface Weight {
    double of(int job, int option);
  }

  private double size(int i, int j) {
    return choices.sizes[i][j];
  }

  private int offset(int i, int j) {
    return choices.sizes[i][j] - choices.sizes[i][0];
  }

  /** Least sum of weights of the jobs from i on with t nodes more than their least sizes. */
  private double[][] table(Weight weight) {
    double[][] table = new double[choices.count + 1][range + 1];
    Arrays.fill(table[choices.count], Double.POSITIVE_INFINITY);
    table[choices.count][0] = 0;
    for (int i = choices.count - 1; i >= 0; i--) {
      double[] row = table[i];
      double[] next = table[i + 1];
      Arrays.fill(row, Double.POSITIVE_INFINITY);
      for (int j = 0; j < choices.sizes[i].length && offset(i, j) <= range; j++) {
        int off = offset(i, j);
        double w = weight.of(i, j);
        for (int t = off; t <= range; t++) {
          double sum = next[t - off] + w;
          if (sum < row[t]) {
            row[t] = sum;
          }
        }
      }
      steps += (long) choices.sizes[i].length * (range + 1);
    }
    return table;
  }

  private SolverAnswer solve() {
    if (range < 0) {
      return new SolverAnswer.Infeasible(Shortfalls.nodes(least, choices.nodes), steps);
    }
    int mostNodes = -1;
    boolean sure = true;
    for (int t = range; t >= 0; t--) {
      if (minHigh[0][t] > choices.upper
          || -maxLow[0][t] < choices.lower
          || minCost[0][t] == Double.POSITIVE_INFINITY) {
        continue;
      }
      if (steps > budget) {
        return new SolverAnswer.OutOfBudget(steps);
      }
      mostNodes = Math.max(mostNodes, t);
      search(t);
      if (best != null) {
        boolean optimal = sure && !cut;
        int adaptations =
            optimal
                ? (int) (bestCost / Choices.ADAPTATION)
                : sure ? choices.adaptationsFor(rootBound(t)) : 0;
        return choices.found(
            best,
            new Choices.Bounds(choices.nodes - least - mostNodes, adaptations, optimal),
            steps);
      }
      sure &= !cut;
    }
    return sure
        ? new SolverAnswer.Infeasible(shortfall(), steps)
        : new SolverAnswer.OutOfBudget(steps);
  }

  private Shortfall shortfall() {
    double fewest = Arrays.stream(minHigh[0]).min().orElse(0);
    double most = -Arrays.stream(maxLow[0]).min().orElse(0);
    return Shortfalls.of(choices, fewest, most);
  }

  private double rootBound(int t) {
    double bound = minCost[0][t];
    double[][] table = priced;
    if (table != null) {
      double side = pricedUpper ? -choices.upper : choices.lower;
      bound = Math.max(bound, table[0][t] + multiplier * side);
    }
    return bound;
  }

  private void search(int t) {
    best = null;
    bestCost = Double.POSITIVE_INFINITY;
    priced = null;
    multiplier = 0;
    cut = false;
    limit = steps + Math.max(1, (budget - steps) / 2);
    int[] cheapest = trace(minCost, (i, j) -> choices.costs[i][j], t);
    if (choices.isFeasible(cheapest)) {
      best = cheapest;
      bestCost = choices.cost(cheapest);
      return;
    }
    price(cheapest, t);
    descend(0, t, 0, 0, 0);
  }

  /** Finds the multiplier of the broken bound that gives the best bound on cost. */
  private void price(int[] cheapest, int t) {
    boolean over = choices.high(cheapest) > choices.upper;
    pricedUpper = over;
    int[] keeping =
        over
            ? trace(minHigh, (i, j) -> size(i, j) * choices.high[i], t)
            : trace(maxLow, (i, j) -> -size(i, j) * choices.low[i], t);
    offer(keeping);
    int[] breaking = cheapest;
    double bestBound = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < MOST_MULTIPLIERS; k++) {
      double tried =
          (choices.cost(keeping) - choices.cost(breaking))
              / (excess(breaking, over) - excess(keeping, over));
      if (!(tried > 0)) {
        return;
      }
      Weight weight = (i, j) -> choices.costs[i][j] + tried * (over ? high(i, j) : -low(i, j));
      double[][] table = table(weight);
      int[] chosen = trace(table, weight, t);
      offer(chosen);
      double line = choices.cost(breaking) + tried * excess(breaking, over);
      double bound = choices.cost(chosen) + tried * excess(chosen, over);
      if (bound > bestBound) {
        bestBound = bound;
        priced = table;
        multiplier = tried;
      }
      if (bound >= line - 1e-3) {
        return;
      }
      if (excess(chosen, over) > 0) {
        breaking = chosen;
      } else {
        keeping = chosen;
      }
    }
  }

  private double high(int i, int j) {
    return size(i, j) * choices.high[i];
  }

  private double low(int i, int j) {
    return size(i, j) * choices.low[i];
  }

  private double excess(int[] chosen, boolean over) {
    return over ? choices.high(chosen) - choices.upper : choices.lower - choices.low(chosen);
  }

  private void offer(int[] chosen) {
    if (choices.isFeasible(chosen) && choices.cost(chosen) < bestCost) {
      best = chosen;
      bestCost = choices.cost(chosen);
    }
  }

  private int[] trace(double[][] table, Weight weight, int t) {
    int[] chosen = new int[choices.count];
    int left = t;
    for (int i = 0; i < choices.count; i++) {
      int pick = 0;
      double least = Double.POSITIVE_INFINITY;
      for (int j = 0; j < choices.sizes[i].length && offset(i, j) <= left; j++) {
        double sum = weight.of(i, j) + table[i + 1][left - offset(i, j)];
        if (sum < least) {
          least = sum;
          pick = j;
        }
      }
      chosen[i] = choices.sizes[i][pick];
      left -= offset(i, pick);
    }
    return chosen;
  }

  private void descend(int i, int left, double cost, double high, double low) {
    if (i == choices.count) {
      best = current.clone();
      bestCost = cost;
      return;
    }
    int open = open(i, left, cost, high, low);
    for (int k = 0; k < open; k++) {
      int j = orders[i][k];
      if (bounds[i][k] > bestCost - 0.99) {
        return;
      }
      if (steps > limit) {
        cut = true;
        return;
      }
      current[i] = choices.sizes[i][j];
      descend(
          i + 1,
          left - offset(i, j),
          cost + choices.costs[i][j],
          high + high(i, j),
          low + low(i, j));
    }
  }

  /** Options of a job that may lead to something better, the most promising first. */
  private int open(int i, int left, double cost, double high, double low) {
    int open = 0;
    for (int j = 0; j < choices.sizes[i].length && offset(i, j) <= left; j++) {
      steps++;
      int rest = left - offset(i, j);
      if (high + high(i, j) + minHigh[i + 1][rest] > choices.upper
          || low + low(i, j) - maxLow[i + 1][rest] < choices.lower) {
        continue;
      }
      double so = cost + choices.costs[i][j];
      double bound = so + minCost[i + 1][rest];
      double[][] table = priced;
      if (table != null) {
        double side =
            pricedUpper ? high + high(i, j) - choices.upper : choices.lower - low - low(i, j);
        bound = Math.max(bound, so + multiplier * side + table[i + 1][rest]);
      }
      if (bound <= bestCost - 0.99) {
        int k = open++;
        while (k > 0 && bounds[i][k - 1] > bound) {
          bounds[i][k] = bounds[i][k - 1];
          orders[i][k] = orders[i][k - 1];
          k--;
        }
        bounds[i][k] = bound;
        orders[i][k] = j;
      }
    }
    return open;
  }
}
