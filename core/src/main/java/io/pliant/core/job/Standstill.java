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
 * @param resumed when it went on last, or null when it never did
 */
public record Standstill(@Nullable Instant since, Duration before, @Nullable Instant resumed) {
  /** It was never suspended. */
  public static final Standstill NONE = new Standstill(null, Duration.ZERO, null);

  /** The same from when it was suspended. */
  public Standstill begun(Instant at) {
    return since == null ? new Standstill(at, before, resumed) : this;
  }

  /**
   * The same from when it went on or was over. Clocks of two controllers may differ: it never stood
   * still for less than nothing.
   */
  public Standstill ended(Instant at) {
    return since == null
        ? this
        : new Standstill(
            null, at.isAfter(since) ? before.plus(Duration.between(since, at)) : before, at);
  }

  /** True while it stands still. */
  public boolean lasts() {
    return since != null;
  }
}
