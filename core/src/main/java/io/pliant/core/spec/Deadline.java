package io.pliant.core.spec;

import java.time.Duration;
import java.time.Instant;

/**
 * A time before which a job is to end by its limit; one that no longer can is taken out of the
 * queue.
 *
 * @param at that time
 */
public record Deadline(Instant at) {
  /** True while a job with that limit, started then, would end in time. */
  public boolean bears(Instant start, Duration limit) {
    Duration left = Duration.between(start, at);
    return left.compareTo(limit) >= 0;
  }
}
