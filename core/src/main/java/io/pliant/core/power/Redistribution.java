package io.pliant.core.power;

import java.util.List;

/**
 * Which sizes of jobs keep the power of a machine in a corridor? The integer program behind
 * algorithm 2 of the adaptive Slurm (its equation 1 is lost but for its symbols).
 *
 * <p>Choose for each job one of its sizes such that the nodes suffice and the power, nodes of jobs
 * at their watts and the rest idle, is at least the lower bound by the low estimates and at most
 * the upper bound by the high ones. Best is, in this order: fewest idle nodes; fewest adaptations;
 * least unfairness, which is the sum over jobs of the squared share of its preferred size that a
 * job lacks, in thousandths, and the ranks of waiting jobs that are started.
 *
 * @param nodes of the machine
 * @param idleWatts of a node on which no job runs
 * @param corridor bounds
 * @param jobs those that run, and those to be started
 */
public record Redistribution(int nodes, double idleWatts, Corridor corridor, List<Job> jobs) {
  /** Most jobs of one problem. */
  public static final int MOST_JOBS = 8000;

  public Redistribution {
    jobs = List.copyOf(jobs);
    if (jobs.size() > MOST_JOBS) {
      throw new IllegalArgumentException(
          "Expected at most %d jobs, but got %d.".formatted(MOST_JOBS, jobs.size()));
    }
    if (nodes < 0 || nodes > 10_000_000 || !(idleWatts >= 0)) {
      throw new IllegalArgumentException(
          "Expected 0 to 10 million nodes that draw something idle, but got %d and %s watts."
              .formatted(nodes, idleWatts));
    }
  }

  /**
   * A job with the sizes that it could have.
   *
   * @param number of the job
   * @param current nodes that it holds, or 0 for a job that waits
   * @param preferred size below which it is treated unfairly
   * @param sizes in ascending order; 0 among them if it need not be started. A job that cannot
   *     change has its current one only
   * @param watts of each of its nodes
   * @param rank what its start costs in unfairness, from 0 to 1000; 0 for a job that runs
   */
  public record Job(
      int number, int current, int preferred, List<Integer> sizes, Watts watts, int rank) {
    public Job {
      sizes = List.copyOf(sizes);
      boolean rises = !sizes.isEmpty() && sizes.getFirst() >= 0;
      for (int i = 1; i < sizes.size(); i++) {
        rises &= sizes.get(i) > sizes.get(i - 1);
      }
      if (!rises || preferred < 1 || rank < 0 || rank > 1000) {
        throw new IllegalArgumentException(
            "Expected job %d to have rising sizes, a preferred one and a rank up to 1000, but got %s, %d, %d."
                .formatted(number, sizes, preferred, rank));
      }
    }

    /** True when giving it so many nodes resizes a job that runs. */
    public boolean adapts(int size) {
      return current > 0 && size != current;
    }

    /** Unfairness of a size, in thousandths. */
    public long unfairness(int size) {
      if (size == 0) {
        return 0;
      }
      double lacks = Math.max(0, preferred - size) / (double) preferred;
      return Math.round(1000 * lacks * lacks) + (current == 0 ? rank : 0);
    }
  }

  /** Adaptations of a choice of sizes, in the order of the jobs. */
  public int adaptations(List<Integer> sizes) {
    int count = 0;
    for (int i = 0; i < jobs.size(); i++) {
      count += jobs.get(i).adapts(sizes.get(i)) ? 1 : 0;
    }
    return count;
  }

  /** Unfairness of a choice of sizes. */
  public long unfairness(List<Integer> sizes) {
    long sum = 0;
    for (int i = 0; i < jobs.size(); i++) {
      sum += jobs.get(i).unfairness(sizes.get(i));
    }
    return sum;
  }

  /** Watts of a choice of sizes by the high estimates. */
  public double most(List<Integer> sizes) {
    double sum = nodes * idleWatts;
    for (int i = 0; i < jobs.size(); i++) {
      sum += sizes.get(i) * (jobs.get(i).watts().high() - idleWatts);
    }
    return sum;
  }

  /** Watts of a choice of sizes by the low estimates. */
  public double least(List<Integer> sizes) {
    double sum = nodes * idleWatts;
    for (int i = 0; i < jobs.size(); i++) {
      sum += sizes.get(i) * (jobs.get(i).watts().low() - idleWatts);
    }
    return sum;
  }

  /** Nodes that a choice of sizes leaves idle; below 0 when it needs more than there are. */
  public int idle(List<Integer> sizes) {
    return nodes - sizes.stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * True when the nodes suffice and both bounds are kept; sizes must be among those of the jobs.
   */
  public boolean isFeasible(List<Integer> sizes) {
    return idle(sizes) >= 0
        && least(sizes) >= corridor.lower() - Corridor.SLACK
        && most(sizes) <= corridor.upper() + Corridor.SLACK;
  }
}
