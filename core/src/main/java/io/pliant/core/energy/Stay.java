package io.pliant.core.energy;

import io.pliant.core.id.AttemptId;

/**
 * Somebody holds a node, or a part of it.
 *
 * @param cpus its weight among those who hold the node at the same time, at least 1
 * @param from microseconds since the epoch
 * @param to microseconds since the epoch, not before {@code from}; {@link #OPEN} while it lasts
 */
public record Stay(AttemptId tenant, int cpus, long from, long to) {
  /** End of a stay that goes on. */
  public static final long OPEN = Long.MAX_VALUE;

  public Stay {
    if (cpus < 1 || to < from) {
      throw new IllegalArgumentException(
          "Expected a stay with at least 1 cpu that does not end before it begins, but got %d cpus from %d to %d."
              .formatted(cpus, from, to));
    }
  }

  boolean open() {
    return to == OPEN;
  }

  boolean covers(long time) {
    return from <= time && time < to;
  }

  /** Ends it; a clock that went backwards makes it end as it begins. */
  Stay until(long time) {
    return new Stay(tenant, cpus, from, Math.max(from, time));
  }
}
