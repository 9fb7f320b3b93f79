package io.pliant.core.view;

import io.pliant.core.id.JobId;
import io.pliant.core.resource.Allocation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job that holds nodes, as a policy sees it.
 *
 * @param start when the nodes were granted
 * @param expectedEnd start plus time limit; may lie in the past of a job that is being ended
 * @param size how its size may change, or null for a job of fixed size
 */
public record RunningJob(
    JobId job,
    Allocation allocation,
    Instant start,
    Instant expectedEnd,
    @Nullable RunningSize size) {
  /** A job of fixed size. */
  public RunningJob(JobId job, Allocation allocation, Instant start, Instant expectedEnd) {
    this(job, allocation, start, expectedEnd, null);
  }
}
