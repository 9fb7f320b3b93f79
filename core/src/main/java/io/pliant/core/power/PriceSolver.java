package io.pliant.core.power;

import io.pliant.core.power.Hulls.Prices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * For problems too large for tables: prices of nodes and watts (Lagrange multipliers) give sizes
 * that nearly fit and bounds on what any choice costs; then the sizes of a few jobs, those that
 * change anyhow first, are chosen exactly by {@link TableSolver}.
 *
 * <p>What it calls infeasible is proven by the sums of least and most watts. What it finds keeps
 * the bounds; how far it may be from the best is in the answer.
 */
final class PriceSolver {
  private static final int HALVINGS = 36;
  private static final int CORE = 14;
  private static final int NEAR = 10;
  private static final int TRIES = 6;

  private final Choices choices;
  private final Hulls hulls;
  private final long budget;
  private final int[] preferred;
  private double bound;

  private PriceSolver(Choices choices, long budget) {
    this.choices = choices;
    this.hulls = new Hulls(choices);
    this.budget = budget;
    this.preferred = new int[choices.count];
    hulls.cheapest(new Prices(0, 0, 0), preferred);
  }

  static SolverAnswer solve(Choices choices, long budget) {
    return new PriceSolver(choices, budget).solve();
  }

  private SolverAnswer solve() {
    if (choices.range() < 0) {
      return new SolverAnswer.Infeasible(
          Shortfalls.nodes(choices.leastNodes(), choices.nodes), hulls.steps);
    }
    double fewest = fill(choices.high, -1, Double.POSITIVE_INFINITY)[1];
    double most = fill(choices.low, 1, Double.POSITIVE_INFINITY)[1];
    if (fewest > choices.upper || most < choices.lower) {
      return new SolverAnswer.Infeasible(Shortfalls.of(choices, fewest, most), hulls.steps);
    }
    int mostNodes = (int) fill(choices.high, 0, choices.upper)[0];
    int nodes = mostNodes;
    for (int k = 0; k < TRIES && nodes >= choices.leastNodes() && hulls.steps < budget; k++) {
      int[] found = withNodes(nodes);
      if (choices.isFeasible(found)) {
        int idle = choices.nodes - mostNodes;
        boolean sameNodes = Arrays.stream(found).sum() == nodes;
        int adaptations = k == 0 && sameNodes ? choices.adaptationsFor(bound) : 0;
        return choices.found(found, new Choices.Bounds(idle, adaptations, false), hulls.steps);
      }
      nodes -= 1 << k;
    }
    return new SolverAnswer.OutOfBudget(hulls.steps);
  }

  /**
   * Nodes and watts when jobs grow from their least sizes in order of watts a node.
   *
   * @param way -1: only jobs that draw less than an idle node; 1: the hottest first, while they
   *     draw more; 0: the coolest first, while the watts last
   */
  private double[] fill(double[] watts, int way, double most) {
    Integer[] order = IntStream.range(0, choices.count).boxed().toArray(Integer[]::new);
    Comparator<Integer> cool = Comparator.comparingDouble(i -> watts[i]);
    Arrays.sort(order, way == 1 ? cool.reversed() : cool);
    double nodes = choices.leastNodes();
    double sum = 0;
    for (int i = 0; i < choices.count; i++) {
      sum += choices.least(i) * watts[i];
    }
    for (int i : order) {
      if ((way == -1 && watts[i] >= 0) || (way == 1 && watts[i] <= 0)) {
        break;
      }
      double more = Math.min(choices.most(i) - choices.least(i), choices.nodes - nodes);
      if (watts[i] > 0 && way == 0) {
        more = Math.min(more, Math.floor(Math.max(0, most - sum) / watts[i] + 1e-9));
      }
      nodes += more;
      sum += more * watts[i];
      if (way == 0 && more < choices.most(i) - choices.least(i)) {
        // whatever is left of the watts is less than a node of this job, and of all hotter ones
        break;
      }
    }
    hulls.steps += choices.count;
    return new double[] {nodes, sum};
  }

  private int[] withNodes(int nodes) {
    bound = Double.NEGATIVE_INFINITY;
    int[] breaking = atSum(nodes, 0, 0);
    if (choices.isFeasible(breaking)) {
      return refined(breaking, breaking, nodes);
    }
    boolean over = choices.high(breaking) > choices.upper;
    int[] keeping = breaking;
    double low = 0;
    double high = 1;
    for (int k = 0; k < HALVINGS; k++) {
      keeping = priced(nodes, high, over);
      if (keeps(keeping, over)) {
        break;
      }
      high *= 8;
    }
    for (int k = 0; k < HALVINGS && high - low > high * 1e-4; k++) {
      double middle = (low + high) / 2;
      int[] tried = priced(nodes, middle, over);
      if (keeps(tried, over)) {
        keeping = tried;
        high = middle;
      } else {
        breaking = tried;
        low = middle;
      }
    }
    int[] between = between(breaking, keeping, nodes, over);
    int[] found = refined(between, keeping, nodes);
    return choices.isFeasible(found) ? found : refined(keeping, breaking, nodes);
  }

  private boolean keeps(int[] chosen, boolean over) {
    return over ? choices.high(chosen) <= choices.upper : choices.low(chosen) >= choices.lower;
  }

  private int[] priced(int nodes, double watt, boolean over) {
    return atSum(nodes, over ? watt : 0, over ? 0 : watt);
  }

  /** Sizes at the price of a node at which so many nodes, or a few less, are used. */
  private int[] atSum(int nodes, double over, double under) {
    double span = 4 * Choices.ADAPTATION;
    for (int i = 0; i < choices.count; i++) {
      double watts = over * choices.high[i] - under * choices.low[i];
      span = Math.max(span, 4 * Choices.ADAPTATION + Math.abs(watts));
    }
    double dear = span;
    double cheap = -span;
    int[] few = new int[choices.count];
    int[] many = new int[choices.count];
    int[] tried = new int[choices.count];
    Prices prices = new Prices(0, over, under);
    long sum = hulls.cheapest(prices.node(dear), few);
    if (hulls.cheapest(prices.node(cheap), many) <= nodes) {
      return many;
    }
    for (int k = 0; k < HALVINGS && sum != nodes; k++) {
      double middle = (dear + cheap) / 2;
      long at = hulls.cheapest(prices.node(middle), tried);
      bound = Math.max(bound, hulls.bound(prices.node(middle), tried, nodes));
      int[] swap = tried;
      if (at <= nodes) {
        dear = middle;
        sum = at;
        tried = few;
        few = swap;
      } else {
        cheap = middle;
        tried = many;
        many = swap;
      }
    }
    for (int i = 0; i < choices.count && sum < nodes; i++) {
      if (many[i] > few[i]) {
        int to = floor(i, (int) Math.min(many[i], few[i] + nodes - sum));
        sum += to - few[i];
        few[i] = to;
      }
    }
    return few;
  }

  private int floor(int job, int size) {
    int at = Arrays.binarySearch(choices.sizes[job], size);
    return choices.sizes[job][at >= 0 ? at : -at - 2];
  }

  /** Goes from sizes that break a bound to some that keep it, job by job, until it is kept. */
  private int[] between(int[] breaking, int[] keeping, int nodes, boolean over) {
    int[] chosen = breaking.clone();
    List<Integer> gives = new ArrayList<>();
    List<Integer> takes = new ArrayList<>();
    for (int i = 0; i < choices.count; i++) {
      if (keeping[i] < chosen[i]) {
        gives.add(i);
      } else if (keeping[i] > chosen[i]) {
        takes.add(i);
      }
    }
    double[] watts = over ? choices.high : choices.low;
    Comparator<Integer> effect =
        Comparator.comparingDouble(i -> watts[i] * (keeping[i] - breaking[i]));
    gives.sort(over ? effect : effect.reversed());
    takes.sort(over ? effect : effect.reversed());
    int sum = Arrays.stream(chosen).sum();
    int give = 0;
    int take = 0;
    while (!keeps(chosen, over) && (give < gives.size() || take < takes.size())) {
      int next = take < takes.size() ? takes.get(take) : -1;
      boolean room = next >= 0 && sum + keeping[next] - chosen[next] <= nodes;
      if (!room && give == gives.size()) {
        break;
      }
      int job = room ? next : gives.get(give);
      take += room ? 1 : 0;
      give += room ? 0 : 1;
      sum += keeping[job] - chosen[job];
      chosen[job] = keeping[job];
      hulls.steps += choices.count;
    }
    return chosen;
  }

  /** Chooses the sizes of a few jobs anew: those that change, those about to, and the widest. */
  private int[] refined(int[] chosen, int[] other, int nodes) {
    int[] core =
        IntStream.range(0, choices.count)
            .boxed()
            .filter(i -> choices.sizes[i].length > 1)
            .sorted(
                Comparator.comparingInt((Integer i) ->
                        chosen[i] != preferred[i] ? 0 : chosen[i] != other[i] ? 1 : 2)
                    .thenComparingInt(i -> -(choices.most(i) - choices.least(i))))
            .limit(CORE)
            .mapToInt(Integer::intValue)
            .toArray();
    Choices rest = choices.core(core, chosen, NEAR);
    SolverAnswer answer = TableSolver.solve(rest, Math.max(1, (budget - hulls.steps) / 4));
    hulls.steps += answer.steps();
    int[] refined = chosen.clone();
    if (answer instanceof SolverAnswer.Found found) {
      for (int k = 0; k < core.length; k++) {
        refined[core[k]] = found.sizes().get(k);
      }
    }
    return refined;
  }
}
