package io.pliant.cli.slurm;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A time of which {@code sacct --truncate} tells: what a job did outside of it is cut off.
 *
 * @param from null for no bound
 * @param until null for no bound
 */
record AccountSpan(@Nullable Instant from, @Nullable Instant until) {
  /** Nothing is cut off. */
  static final AccountSpan ALL = new AccountSpan(null, null);

  @Nullable Instant start(@Nullable Instant start) {
    return start != null && from != null && start.isBefore(from) ? from : start;
  }

  /** Of what runs on: the end of the span. */
  @Nullable Instant end(@Nullable Instant start, @Nullable Instant end) {
    return start != null && until != null && (end == null || end.isAfter(until)) ? until : end;
  }
}
