package io.pliant.core.lending;

import io.pliant.core.id.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Collections for jobs larger than their partition whose place in the pool is not due: as the hints
 * say, enough nodes are free by chance. In a full pool nearly all of these are in vain, so a
 * partition has one at a time, and the next one later the more often it was in vain.
 */
final class Glances {
  private final Duration first;
  private final int mostDoublings;
  private @Nullable JobId going;
  private Instant notBefore = Instant.MIN;
  private int inVain;

  /**
   * @param first the pause after one in vain, doubled so often at most
   */
  Glances(Duration first, int mostDoublings) {
    this.first = first;
    this.mostDoublings = mostDoublings;
  }

  boolean mustWait(Instant now) {
    return going != null || notBefore.isAfter(now);
  }

  void begun(JobId job) {
    going = job;
  }

  void failed(JobId job, Instant now) {
    if (job.equals(going)) {
      going = null;
      notBefore = now.plus(first.multipliedBy(1L << inVain));
      inVain = Math.min(inVain + 1, mostDoublings);
    }
  }

  /** One whose job waits no more was not in vain. */
  void forget(Predicate<JobId> waits) {
    JobId job = going;
    if (job != null && !waits.test(job)) {
      going = null;
      inVain /= 2;
    }
  }
}
