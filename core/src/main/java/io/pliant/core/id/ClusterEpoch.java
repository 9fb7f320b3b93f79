package io.pliant.core.id;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The epoch of a cluster: seconds since 1970 at which its journal was begun, or begun again with a
 * backup. It is the upper part of every term, so that terms of a later epoch are above all of an
 * earlier one, whatever the journal has forgotten: comparing terms compares (epoch, incarnation).
 */
public final class ClusterEpoch {
  /** Takeovers of a partition within an epoch before its terms run into the next second's. */
  private static final int INCARNATION_BITS = 20;

  /** Numbers that are passed over at least when a journal was restored. */
  private static final long LEAST_SKIPPED = 100_000;

  /** Numbers are passed over for as many jobs a second as were perhaps submitted meanwhile. */
  private static final long JOBS_PER_SECOND = 200;

  /** Five years at that rate: a clock that is wrong by more must not use all numbers up. */
  private static final long MOST_SKIPPED = 1_000_000_000;

  private ClusterEpoch() {}

  /** The lowest term of an epoch. */
  public static long firstTerm(long epoch) {
    return epoch << INCARNATION_BITS;
  }

  /** The epoch of a term; 0 for terms from before there were epochs. */
  public static long ofTerm(long term) {
    return term >>> INCARNATION_BITS;
  }

  /** An epoch that is above the one before, also when the clock is behind. */
  public static long after(long before, Instant now) {
    return Math.max(before + 1, now.getEpochSecond());
  }

  /**
   * The last job number that may have been given out by a journal that went on from here and was
   * lost, rounded up so that people see the jump.
   *
   * @param highest number that this journal has given out
   * @param at when it did so, or null when that is not known
   */
  public static long lastPassedOver(long highest, @Nullable Instant at, Instant now) {
    long seconds = at == null ? 0 : Math.max(0, Duration.between(at, now).toSeconds());
    long skipped =
        Math.clamp(
            Math.multiplyExact(Math.min(seconds, MOST_SKIPPED), JOBS_PER_SECOND),
            LEAST_SKIPPED,
            MOST_SKIPPED);
    return (highest + skipped + LEAST_SKIPPED - 1) / LEAST_SKIPPED * LEAST_SKIPPED;
  }
}
