package io.pliant.sim.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What is submitted to a pool: the three workloads of Slurm++ (seed 002), and a heavy tail. */
public enum PoolWorkload {
  /** One node each, all submitted at once, ending at once. */
  ONE,
  /** 1 to as many nodes as a partition has. */
  SMALL,
  /** Half to one and a half times as many nodes as a partition has. */
  BIG,
  /**
   * Sizes and run times with heavy tails, up to eight partitions, that come over time so that 85 %
   * of all nodes would be in use; limits are one to five times the run time.
   */
  HEAVY;

  private static final long MINUTE = 60_000_000;
  private static final double LOAD = 0.85;
  private static final double SIZE_TAIL = 1.1;
  private static final int MOST_PARTITIONS = 8;

  /**
   * Jobs in the order in which they are submitted, equally many of each partition.
   *
   * @param each jobs of a partition
   * @param shortest how long a job holds its nodes at least, in microseconds; all but those of the
   *     heavy tail take just so long
   */
  public List<PoolJob> jobs(PoolShape shape, int each, long shortest, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<PoolJob> jobs = new ArrayList<>();
    double at = 0;
    for (int i = 0; i < each * shape.partitions(); i++) {
      int home = i % shape.partitions();
      int nodes = Math.min(shape.capacity(), size(shape, random));
      long run = shortest;
      long limit = Math.max(MINUTE, shortest);
      if (this == HEAVY) {
        run = Math.max(shortest, Math.round(MINUTE * Math.exp(1.5 * random.nextGaussian())));
        limit = Math.round(run * (1 + 4 * random.nextDouble()));
        at += nodes * (double) run / (LOAD * shape.capacity());
      }
      jobs.add(new PoolJob(i + 1, home, nodes, Math.round(at), run, limit));
    }
    return jobs;
  }

  private int size(PoolShape shape, SplittableRandom random) {
    return switch (this) {
      case ONE -> 1;
      case SMALL -> random.nextInt(1, shape.nodes() + 1);
      case BIG -> random.nextInt(Math.max(1, shape.nodes() / 2), shape.nodes() * 3 / 2 + 1);
      case HEAVY -> {
        double pareto = Math.pow(1 - random.nextDouble(), -1 / SIZE_TAIL);
        yield (int) Math.min(pareto, (double) MOST_PARTITIONS * shape.nodes());
      }
    };
  }
}
