package io.pliant.core.power;

/** The lower hulls of the jobs' costs over their sizes, on which prices are answered quickly. */
final class Hulls {
  private final Choices choices;
  private final int[][] sizes;
  private final double[][] costs;
  long steps;

  Hulls(Choices choices) {
    this.choices = choices;
    this.sizes = new int[choices.count][];
    this.costs = new double[choices.count][];
    for (int i = 0; i < choices.count; i++) {
      hull(i);
    }
  }

  private void hull(int i) {
    int[] all = choices.sizes[i];
    double[] cost = choices.costs[i];
    int[] at = new int[all.length];
    int top = 0;
    for (int j = 0; j < all.length; j++) {
      while (top >= 2 && above(all, cost, at[top - 2], at[top - 1], j)) {
        top--;
      }
      at[top++] = j;
    }
    steps += all.length;
    sizes[i] = new int[top];
    costs[i] = new double[top];
    for (int k = 0; k < top; k++) {
      sizes[i][k] = all[at[k]];
      costs[i][k] = cost[at[k]];
    }
  }

  /** True when the middle one is not below the line through the others. */
  private static boolean above(int[] size, double[] cost, int a, int b, int c) {
    return (cost[b] - cost[a]) * (size[c] - size[a]) >= (cost[c] - cost[a]) * (size[b] - size[a]);
  }

  /** Prices of a node, and of a watt over the upper and under the lower bound. */
  record Prices(double node, double over, double under) {
    Prices node(double other) {
      return new Prices(other, over, under);
    }
  }

  /** The sizes that are cheapest at these prices; returns the nodes that they need. */
  long cheapest(Prices prices, int[] into) {
    long nodes = 0;
    for (int i = 0; i < choices.count; i++) {
      double price = prices.node + prices.over * choices.high[i] - prices.under * choices.low[i];
      int pick = 0;
      double least = costs[i][0] + price * sizes[i][0];
      for (int k = 1; k < sizes[i].length; k++) {
        double cost = costs[i][k] + price * sizes[i][k];
        if (cost < least) {
          least = cost;
          pick = k;
        }
      }
      into[i] = sizes[i][pick];
      nodes += into[i];
      steps += sizes[i].length;
    }
    return nodes;
  }

  /** No choice with exactly so many nodes that keeps the bounds costs less. */
  double bound(Prices prices, int[] cheapest, int nodes) {
    double sum = -prices.node * nodes - prices.over * choices.upper + prices.under * choices.lower;
    for (int i = 0; i < choices.count; i++) {
      double price = prices.node + prices.over * choices.high[i] - prices.under * choices.low[i];
      int k = 0;
      while (sizes[i][k] != cheapest[i]) {
        k++;
      }
      sum += costs[i][k] + price * sizes[i][k];
    }
    return sum;
  }
}
