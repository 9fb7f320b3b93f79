package io.pliant.core.energy;

import io.pliant.core.id.AttemptId;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Somebody holds a node, or a part of it.
 *
 * @param cpus its weight among those who hold the node at the same time, at least 1
 * @param from microseconds since the epoch
 * @param to microseconds since the epoch, not before {@code from}; {@link #OPEN} while it lasts
 * @param gpus indices of those that it holds of the node, whose energy is its own; null for none,
 *     and in older snapshots
 */
public record Stay(AttemptId tenant, int cpus, long from, long to, @Nullable List<String> gpus) {
  /** End of a stay that goes on. */
  public static final long OPEN = Long.MAX_VALUE;

  public Stay {
    gpus = gpus == null || gpus.isEmpty() ? null : List.copyOf(gpus);
    if (cpus < 1 || to < from) {
      throw new IllegalArgumentException(
          "Expected a stay with at least 1 cpu that does not end before it begins, but got %d cpus from %d to %d."
              .formatted(cpus, from, to));
    }
  }

  /** Of who holds no GPU. */
  public Stay(AttemptId tenant, int cpus, long from, long to) {
    this(tenant, cpus, from, to, null);
  }

  /** What it has of what each GPU had; it takes it out of there. */
  long takeOf(SortedMap<String, Long> ofGpus) {
    long taken = 0;
    for (String unit : gpus == null ? List.<String>of() : gpus) {
      Long had = ofGpus.remove(unit);
      taken += had == null ? 0 : had;
    }
    return taken;
  }

  boolean open() {
    return to == OPEN;
  }

  boolean covers(long time) {
    return from <= time && time < to;
  }

  /** Ends it; a clock that went backwards makes it end as it begins. */
  Stay until(long time) {
    return new Stay(tenant, cpus, from, Math.max(from, time), gpus);
  }
}
