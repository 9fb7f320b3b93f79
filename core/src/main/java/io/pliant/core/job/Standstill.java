package io.pliant.core.job;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt stands still that an operator suspended: it keeps its nodes, and its time limit
 * does not count meanwhile.
 *
 * @param since when it was suspended, or null while it goes on
 * @param before how long it stood still before that
 */
public record Standstill(@Nullable Instant since, Duration before) {
  /** It was never suspended. */
  public static final Standstill NONE = new Standstill(null, Duration.ZERO);

  Standstill begun(Instant at) {
    return since == null ? new Standstill(at, before) : this;
  }

  /** Clocks of two controllers may differ: it never stood still for less than nothing. */
  Standstill ended(Instant at) {
    return since == null
        ? this
        : new Standstill(
            null, at.isAfter(since) ? before.plus(Duration.between(since, at)) : before);
  }

  /** True while it stands still. */
  public boolean lasts() {
    return since != null;
  }
}
