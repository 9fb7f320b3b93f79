package io.pliant.core.view;

import io.pliant.core.id.JobId;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeChoice;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job that holds nodes, as a policy sees it.
 *
 * @param allocation all that it holds: the nodes that come with a resize and those that go too, at
 *     the end
 * @param start when the nodes were granted
 * @param expectedEnd start plus time limit; may lie in the past of a job that is being ended
 * @param size how its size may change, or null for a job of fixed size
 * @param submittedAt when it was submitted; null in decision logs from before this was told
 * @param reference what the policy remembered at its start, or null for nothing
 */
public record RunningJob(
    JobId job,
    Allocation allocation,
    Instant start,
    Instant expectedEnd,
    @Nullable RunningSize size,
    @Nullable Instant submittedAt,
    @Nullable Instant reference) {
  /** A job of fixed size. */
  public RunningJob(JobId job, Allocation allocation, Instant start, Instant expectedEnd) {
    this(job, allocation, start, expectedEnd, null, null, null);
  }

  /** Name of the reservation that a malleable job asked for, or null. */
  public @Nullable String reservation() {
    Outlook outlook = size == null ? null : size.outlook();
    NodeChoice choice = outlook == null ? null : outlook.request().choice();
    return choice == null ? null : choice.reservation();
  }

  /** The same with something else known of its size. */
  public RunningJob withSize(@Nullable RunningSize known) {
    return new RunningJob(job, allocation, start, expectedEnd, known, submittedAt, reference);
  }
}
