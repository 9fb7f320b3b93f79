package io.pliant.actors.accounting;

import java.time.Duration;

/**
 * How much of the past a controller keeps at hand; the journal keeps all of it.
 *
 * @param finishedJobs finished jobs, on disk, about 0.5 kB each; the ones that were submitted first
 *     go first
 * @param keep how long after its end a finished job is kept, to the day
 * @param events latest job events for watchers, in memory, about 0.5 kB each
 */
public record AccountingLimits(int finishedJobs, Duration keep, int events) {
  public AccountingLimits {
    if (finishedJobs < 0 || keep.isNegative() || events < 1) {
      throw new IllegalArgumentException(
          "Expected finishedJobs >= 0, keep >= 0 and events >= 1, but got %d, %s and %d."
              .formatted(finishedJobs, keep, events));
    }
  }

  /** What reference.conf has, for those who read no configuration; a test compares them. */
  public static AccountingLimits defaults() {
    return new AccountingLimits(10_000_000, Duration.ofDays(400), 20_000);
  }
}
