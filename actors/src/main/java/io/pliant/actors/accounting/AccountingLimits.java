package io.pliant.actors.accounting;

/**
 * How much of the past a controller keeps in memory; the journal keeps all of it.
 *
 * @param finishedJobs finished jobs, about 0.8 kB each, and 0.5 kB more with energy; the ones that
 *     ended first are dropped first, sooner where names, comments and folders are long: at most
 *     {@value #EACH} characters each, on average
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

  private static final long EACH = 512;

  /** Characters of texts that users chose, over all finished jobs. */
  long characters() {
    return finishedJobs * EACH;
  }

  /** What reference.conf has, for those who read no configuration; a test compares them. */
  public static AccountingLimits defaults() {
    return new AccountingLimits(100_000, 20_000);
  }
}
