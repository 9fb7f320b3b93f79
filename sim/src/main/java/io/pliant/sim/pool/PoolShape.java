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
    if (latency < 0 || message < 0 || job < 0 || hints < 1) {
      throw new IllegalArgumentException(
          "Expected times of 0 or more and hints of some age, but got %d, %d, %d and %d."
              .formatted(latency, message, job, hints));
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
