package io.pliant.core.lease;

import io.pliant.core.id.JobId;
import java.time.Instant;

/**
 * Place of a job in the one order in which all partitions of a pool serve those that collect; the
 * smallest comes first. No two jobs have the same, so two that want each other's nodes never wait
 * for each other.
 *
 * @param priority of the job, the highest first; {@link #GROWTH} of one that runs and wants more
 * @param submitted when, the earliest first among equals
 * @param job decides last
 */
public record Rank(long priority, Instant submitted, JobId job) implements Comparable<Rank> {
  /** Priority of a job that runs and would grow: all that wait go before it. */
  public static final long GROWTH = -1;

  /** True of a job that runs, and runs on without what it asks for. */
  public boolean isGrowth() {
    return priority == GROWTH;
  }

  @Override
  public int compareTo(Rank other) {
    int order = Long.compare(other.priority, priority);
    order = order == 0 ? submitted.compareTo(other.submitted) : order;
    return order == 0 ? job.compareTo(other.job) : order;
  }
}
