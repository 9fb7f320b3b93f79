package io.pliant.core.power;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A redistribution as arrays: sizes, costs, and watts above those of idle nodes. */
final class Choices {
  /** Cost of an adaptation: more than all unfairness that the most jobs can have together. */
  static final double ADAPTATION = 1L << 24;

  final int count;
  final int nodes;
  final int[][] sizes;
  final double[][] costs;
  final double[] high;
  final double[] low;
  final double upper;
  final double lower;

  Choices(Redistribution problem) {
    List<Redistribution.Job> jobs = problem.jobs();
    this.count = jobs.size();
    this.nodes = problem.nodes();
    this.sizes = new int[count][];
    this.costs = new double[count][];
    this.high = new double[count];
    this.low = new double[count];
    for (int i = 0; i < count; i++) {
      Redistribution.Job job = jobs.get(i);
      sizes[i] = job.sizes().stream().mapToInt(Integer::intValue).toArray();
      costs[i] =
          Arrays.stream(sizes[i])
              .mapToDouble(s -> (job.adapts(s) ? ADAPTATION : 0) + job.unfairness(s))
              .toArray();
      high[i] = job.watts().high() - problem.idleWatts();
      low[i] = job.watts().low() - problem.idleWatts();
    }
    double floor = problem.nodes() * problem.idleWatts();
    this.upper = problem.corridor().upper() - floor + Corridor.SLACK;
    this.lower = problem.corridor().lower() - floor - Corridor.SLACK;
  }

  private Choices(Choices whole, int[] jobs, int[][] sizes, double[][] costs, double[] fixed) {
    this.count = jobs.length;
    this.sizes = sizes;
    this.costs = costs;
    this.high = Arrays.stream(jobs).mapToDouble(job -> whole.high[job]).toArray();
    this.low = Arrays.stream(jobs).mapToDouble(job -> whole.low[job]).toArray();
    this.nodes = whole.nodes - (int) fixed[0];
    this.upper = whole.upper - fixed[1];
    this.lower = whole.lower - fixed[2];
  }

  /**
   * The rest of the problem when all jobs but some have the sizes given.
   *
   * @param near for the others: so many sizes below and above the given one stay, and the cheapest
   */
  Choices core(int[] jobs, int[] given, int near) {
    boolean[] open = new boolean[count];
    for (int job : jobs) {
      open[job] = true;
    }
    double[] fixed = new double[3];
    for (int i = 0; i < count; i++) {
      if (!open[i]) {
        fixed[0] += given[i];
        fixed[1] += given[i] * high[i];
        fixed[2] += given[i] * low[i];
      }
    }
    int[][] some = new int[jobs.length][];
    double[][] someCosts = new double[jobs.length][];
    for (int k = 0; k < jobs.length; k++) {
      int[] kept = window(jobs[k], given[jobs[k]], near);
      int job = jobs[k];
      some[k] = Arrays.stream(kept).map(j -> sizes[job][j]).toArray();
      someCosts[k] = Arrays.stream(kept).mapToDouble(j -> costs[job][j]).toArray();
    }
    return new Choices(this, jobs, some, someCosts, fixed);
  }

  private int[] window(int job, int size, int near) {
    int at = Math.max(0, Arrays.binarySearch(sizes[job], size));
    int from = Math.max(0, at - near);
    int to = Math.min(sizes[job].length, at + near + 1);
    int cheapest = 0;
    for (int j = 1; j < sizes[job].length; j++) {
      cheapest = costs[job][j] < costs[job][cheapest] ? j : cheapest;
    }
    int best = cheapest;
    return IntStream.range(0, sizes[job].length)
        .filter(j -> (j >= from && j < to) || j == best)
        .toArray();
  }

  int least(int job) {
    return sizes[job][0];
  }

  int most(int job) {
    return sizes[job][sizes[job].length - 1];
  }

  /** Steps that one table over all nodes takes. */
  long tableSteps() {
    long options = 0;
    for (int[] each : sizes) {
      options += each.length;
    }
    return options * (range() + 1L);
  }

  int leastNodes() {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += least(i);
    }
    return sum;
  }

  /** Nodes that can be given beyond the least sizes; below 0 when those are too many. */
  int range() {
    long spans = 0;
    for (int i = 0; i < count; i++) {
      spans += most(i) - least(i);
    }
    return (int) Math.min(spans, (long) nodes - leastNodes());
  }

  double high(int[] chosen) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += chosen[i] * high[i];
    }
    return sum;
  }

  double low(int[] chosen) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += chosen[i] * low[i];
    }
    return sum;
  }

  double cost(int[] chosen) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += costs[i][Arrays.binarySearch(sizes[i], chosen[i])];
    }
    return sum;
  }

  boolean isFeasible(int[] chosen) {
    return Arrays.stream(chosen).sum() <= nodes && high(chosen) <= upper && low(chosen) >= lower;
  }

  /** Adaptations that a choice of at least this cost has at least. */
  int adaptationsFor(double cost) {
    return (int) Math.max(0, Math.ceil((cost - 2000.0 * count) / ADAPTATION));
  }

  /** What to answer for sizes that are feasible. */
  SolverAnswer.Found found(int[] chosen, Bounds bounds, long steps) {
    return new SolverAnswer.Found(
        Arrays.stream(chosen).boxed().toList(),
        nodes - Arrays.stream(chosen).sum(),
        (int) (cost(chosen) / ADAPTATION),
        bounds.idle(),
        bounds.adaptations(),
        bounds.optimal(),
        steps);
  }

  /** What is known of the best choice. */
  record Bounds(int idle, int adaptations, boolean optimal) {}
}
