package io.pliant.core.partition;

import io.pliant.core.spec.Deadline;
import io.pliant.core.spec.TimeLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Jobs that are to end before a deadline: they start only while their limit ends before it. */
public final class Deadlines {
  private Deadlines() {}

  /** Waiting jobs that could no longer end in time, whatever becomes free. */
  public static List<QueuedJob> passed(PartitionState state, Instant now) {
    return state.queue().values().stream().filter(job -> job.tooLate(now)).toList();
  }

  /** Why a new job cannot end before its deadline even if it starts as soon as it may, or null. */
  static @Nullable String refuse(QueuedJob job, Duration limit, Instant now) {
    Deadline deadline = job.deadline();
    Instant begin = job.begin();
    Instant start = begin == null || begin.isBefore(now) ? now : begin;
    return deadline == null || deadline.bears(start, limit)
        ? null
        : "Expected to end before %s (--deadline), but with a time limit of %s it cannot; lower --time, or give a later time."
            .formatted(deadline.at(), TimeLimit.format(limit));
  }
}
