package io.pliant.core.partition;

import io.pliant.core.id.JobStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs of a queue somebody wants to see.
 *
 * @param user only jobs of this user, or null for all
 * @param states only jobs in one of these states; empty for all
 */
public record QueueFilter(@Nullable String user, List<JobStatus> states) {
  /** All jobs. */
  public static final QueueFilter ALL = new QueueFilter(null, List.of());

  public QueueFilter {
    states = List.copyOf(states);
  }

  /** True when a job of that user and state is wanted. */
  public boolean takes(String owner, JobStatus status) {
    return (user == null || user.equals(owner)) && (states.isEmpty() || states.contains(status));
  }
}
