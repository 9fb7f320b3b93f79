package io.pliant.actors.accounting;

/**
 * How much of the past a controller keeps in memory; the journal keeps all of it.
 *
 * @param finishedJobs finished jobs, about 0.5 kB each, and as much with energy; the ones that
 *     ended first are dropped first
 * @param events latest job events for watchers, about 0.5 kB each
 */
public record AccountingLimits(int finishedJobs, int events) {
  public AccountingLimits {
    if (finishedJobs < 0 || events < 1) {
      throw new IllegalArgumentException(
          "Expected finishedJobs >= 0 and events >= 1, but got %d and %d."
              .formatted(finishedJobs, events));
    }
  }

  /** What reference.conf has, for those who read no configuration; a test compares them. */
  public static AccountingLimits defaults() {
    return new AccountingLimits(100_000, 20_000);
  }
}
