package io.pliant.core.pool;

import io.pliant.core.resource.NodeCapacity;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a partition of a pool stands, for the others: a hint that may be old, and never a truth.
 *
 * @param free idle nodes that are kept for nobody who collects
 * @param nodes all its nodes, whatever their state
 * @param term its fencing number
 * @param like the capacity of one of its nodes, or null while it has none
 * @param promised what of the free nodes is for jobs that come first, or null when nothing is
 */
public record PoolStanding(
    int free, int nodes, long term, @Nullable NodeCapacity like, @Nullable Promised promised) {
  /**
   * Some of the free nodes are promised.
   *
   * @param from from then on
   * @param left so many are not, and may go to a job that ends later
   */
  public record Promised(Instant from, int left) {}

  /** Of a partition that has promised nothing. */
  public PoolStanding(int free, int nodes, long term, @Nullable NodeCapacity like) {
    this(free, nodes, term, like, null);
  }

  /** Free nodes for a job that goes behind all others and ends then. */
  public int freeUntil(Instant end) {
    return promised == null || !end.isAfter(promised.from())
        ? free
        : Math.min(free, promised.left());
  }

  /** True when some job may have more nodes than by what was said before. */
  public boolean offersMoreThan(PoolStanding before) {
    return free > before.free || freeUntil(Instant.MAX) > before.freeUntil(Instant.MAX);
  }
}
