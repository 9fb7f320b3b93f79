package io.pliant.core.partition;

import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs of a queue somebody wants to see.
 *
 * @param user only jobs of this user, or null for all
 * @param states only jobs in one of these states; empty for all
 * @param jobs only these jobs; empty for all, null in messages from before they were told
 */
public record QueueFilter(
    @Nullable String user, List<JobStatus> states, @Nullable Set<JobId> jobs) {
  private static final int FEW = 500;

  /** All jobs. */
  public static final QueueFilter ALL = new QueueFilter(null, List.of());

  public QueueFilter {
    states = List.copyOf(states);
    jobs = jobs == null ? Set.of() : Collections.unmodifiableSet(new TreeSet<>(jobs));
  }

  /** Jobs of any number. */
  public QueueFilter(@Nullable String user, List<JobStatus> states) {
    this(user, states, Set.of());
  }

  /** True when it wants few jobs, whatever else is in the ledger. */
  public boolean selectsFew(PartitionState state) {
    return user != null && state.loads().of(user).jobs() <= FEW
        || jobs != null && !jobs.isEmpty() && jobs.size() <= FEW;
  }

  /** True when this job in that state is wanted; who wants an array wants its elements. */
  public boolean takes(QueuedJob job, JobStatus status) {
    return takes(
        job.job(), job.element() == null ? null : job.element().array(), job.user(), status);
  }

  /**
   * The same of a job that is not in a queue.
   *
   * @param array of which it is an element, or null
   */
  public boolean takes(JobId job, @Nullable JobId array, String owner, JobStatus status) {
    return (jobs == null
            || jobs.isEmpty()
            || jobs.contains(job)
            || (array != null && jobs.contains(array)))
        && (user == null || user.equals(owner))
        && (states.isEmpty() || states.contains(status));
  }
}
