package io.pliant.core.view;

import io.pliant.core.id.JobId;
import io.pliant.core.spec.Malleability;
import io.pliant.core.spec.ResourceRequest;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A waiting job as a policy sees it. */
public record WaitingJob(
    JobId job,
    int attempt,
    ResourceRequest resources,
    Duration timeLimit,
    boolean held,
    @Nullable Instant begin,
    Instant submittedAt,
    @Nullable Malleability malleable) {
  /** A job of fixed size. */
  public WaitingJob(
      JobId job,
      int attempt,
      ResourceRequest resources,
      Duration timeLimit,
      boolean held,
      @Nullable Instant begin,
      Instant submittedAt) {
    this(job, attempt, resources, timeLimit, held, begin, submittedAt, null);
  }

  /** True when neither a hold nor a begin time keeps it from starting at {@code now}. */
  public boolean eligible(Instant now) {
    return !held && (begin == null || !begin.isAfter(now));
  }
}
