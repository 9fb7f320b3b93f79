package io.pliant.runtime.settings;

import io.pliant.core.array.Indices;
import io.pliant.core.job.StepLimits;
import io.pliant.core.option.SubmissionLimits;
import io.pliant.core.partition.LedgerLimits;
import java.time.Duration;

/**
 * How big what users hand in may be, and how much of it is taken.
 *
 * @param submission sizes of one submission
 * @param steps of one job
 * @param ledger of one partition
 * @param userTop whether who is no operator may move his waiting jobs before his other ones
 */
public record LimitsSettings(
    SubmissionLimits submission, StepLimits steps, LedgerLimits ledger, boolean userTop) {
  /**
   * Largest message between controllers. Twice what the largest job or step may have, whose launch
   * says more than its submission did; and less than what the journal takes in one write.
   */
  static final int LARGEST_MESSAGE = 6 << 20;

  private static final int LARGEST_PAYLOAD = LARGEST_MESSAGE / 2;
  private static final long MEBIBYTE = 1 << 20;

  static LimitsSettings read(Section section) {
    SubmissionLimits submission =
        new SubmissionLimits(
            (int) section.bytes("script", 1024, LARGEST_PAYLOAD),
            (int) section.bytes("arguments", 1024, MEBIBYTE),
            (int) section.bytes("environment", 1024, LARGEST_PAYLOAD),
            (int) section.bytes("variable", 128, 128 * 1024),
            (int) section.bytes("comment", 0, 16 * 1024),
            (int) section.bytes("key", 16, 1024),
            section.number("array", 1, Indices.HIGHEST + 1));
    long most = (long) submission.script() + submission.arguments() + submission.environment();
    if (most > LARGEST_PAYLOAD) {
      throw section.broken(
          "environment",
          "at most %d bytes together with script and arguments".formatted(LARGEST_PAYLOAD),
          null);
    }
    return section.closed(
        new LimitsSettings(submission, steps(section), ledger(section), section.flag("user-top")));
  }

  private static StepLimits steps(Section section) {
    return new StepLimits(
        section.number("steps", 1, 100_000),
        section.number("live-steps", 1, 10_000),
        (int) section.bytes("step-bytes", 1024, 32 * MEBIBYTE));
  }

  private static LedgerLimits ledger(Section section) {
    return new LedgerLimits(
        section.number("user-jobs", 1, 10_000_000),
        section.number("partition-jobs", 1, 10_000_000),
        section.bytes("user-bytes", MEBIBYTE, Long.MAX_VALUE),
        section.bytes("partition-bytes", MEBIBYTE, Long.MAX_VALUE),
        section.number("user-keys", 0, 10_000_000),
        section.number("partition-keys", 0, 10_000_000),
        section.duration("keep-keys", Duration.ofMinutes(1), Duration.ofDays(366)));
  }
}
