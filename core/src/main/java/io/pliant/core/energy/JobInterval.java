package io.pliant.core.energy;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import java.util.Comparator;

/**
 * A time during which an attempt of a job had the same size.
 *
 * @param attempt from 1
 * @param number of the interval within the attempt, from 0; each resize that comes through begins
 *     another
 */
public record JobInterval(JobId job, int attempt, int number) implements Comparable<JobInterval> {
  private static final Comparator<JobInterval> ORDER =
      Comparator.comparing(JobInterval::job)
          .thenComparing(JobInterval::attempt)
          .thenComparing(JobInterval::number);

  /** The attempt that it is of. */
  public AttemptId attemptId() {
    return new AttemptId(job, attempt);
  }

  @Override
  public int compareTo(JobInterval other) {
    return ORDER.compare(this, other);
  }
}
