package io.pliant.sim.pool;

/**
 * The machine and what things cost on it.
 *
 * @param partitions each with its own queue and ledger
 * @param nodes of each partition
 * @param controllers that the partitions share, each doing one thing at a time
 * @param latency of a message between two partitions in microseconds
 * @param message time of a controller for a message in microseconds
 * @param job time of a controller for a job from its submission to its end in microseconds
 * @param hints how old the free counts of others may be, in microseconds
 */
public record PoolShape(
    int partitions, int nodes, int controllers, long latency, long message, long job, long hints) {
  private static final int MOST_NODES = 1 << 20;

  /** Much longer, and answers would come after their collections have ended. */
  private static final long MOST_MESSAGE = 100_000;

  private static final long MOST_JOB = 10_000_000;

  /** An hour in microseconds: the longest hold of nodes, and the oldest hints. */
  public static final long HOUR = 3_600_000_000L;

  public PoolShape {
    if (partitions < 1 || nodes < 1 || controllers < 1 || controllers > partitions) {
      throw new IllegalArgumentException(
          "Expected 1 partition or more, 1 node or more in each, and 1 to %d controllers, but got %d, %d and %d."
              .formatted(Math.max(1, partitions), partitions, nodes, controllers));
    }
    if ((long) partitions * nodes > MOST_NODES) {
      throw new IllegalArgumentException(
          "Expected at most %d nodes in all, but got %d."
              .formatted(MOST_NODES, (long) partitions * nodes));
    }
    check("latency", latency, 0, MOST_MESSAGE);
    check("time for a message", message, 0, MOST_MESSAGE);
    check("time for a job", job, 0, MOST_JOB);
    check("age of hints", hints, 1, HOUR);
  }

  private static void check(String what, long micros, long least, long most) {
    if (micros < least || micros > most) {
      throw new IllegalArgumentException(
          "Expected a %s from %d to %d us, but got %d.".formatted(what, least, most, micros));
    }
  }

  /** The same nodes in one partition under one controller. */
  PoolShape central() {
    return new PoolShape(1, partitions * nodes, 1, latency, message, job, hints);
  }

  /** All nodes. */
  public int capacity() {
    return partitions * nodes;
  }
}
