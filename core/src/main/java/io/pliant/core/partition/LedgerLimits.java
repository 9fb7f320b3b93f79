package io.pliant.core.partition;

import java.time.Duration;

/**
 * How much of what users submit one partition takes, counted over jobs that are not over, so that
 * its ledger always fits a controller.
 *
 * @param userJobs jobs of one user
 * @param jobs jobs in all
 * @param userBytes bytes of script, arguments and environment of one user's jobs
 * @param bytes the same in all
 * @param userKeys submission keys of his choice remembered of one user
 * @param keys the same in all
 * @param keepKeys for how long after the submission a key is remembered
 */
public record LedgerLimits(
    int userJobs, int jobs, long userBytes, long bytes, int userKeys, int keys, Duration keepKeys) {
  /** What reference.conf has, for those who read no configuration; a test compares them. */
  public static final LedgerLimits USUAL =
      new LedgerLimits(20_000, 30_000, 4L << 30, 16L << 30, 20_000, 40_000, Duration.ofDays(7));
}
