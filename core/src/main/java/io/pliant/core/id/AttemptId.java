package io.pliant.core.id;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Identity of one try to run a job.
 *
 * @param job the job
 * @param attempt 1 for the first run of the job, one more after each requeue
 */
public record AttemptId(JobId job, int attempt) implements Comparable<AttemptId> {
  private static final Comparator<AttemptId> ORDER =
      Comparator.comparing(AttemptId::job).thenComparing(AttemptId::attempt);

  @Override
  public int compareTo(AttemptId other) {
    return ORDER.compare(this, other);
  }

  /** As messages name it: {@code 12, attempt 2}. */
  @Override
  public String toString() {
    return job + ", attempt " + attempt;
  }

  // by hand, for what takes long in a record, as in ResourceRequest
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || other instanceof AttemptId that && job.equals(that.job) && attempt == that.attempt;
  }

  @Override
  public int hashCode() {
    return 31 * job.hashCode() + attempt;
  }
}
