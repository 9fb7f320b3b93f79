package io.pliant.core.lease;

import io.pliant.core.id.JobId;
import java.time.Instant;
import java.util.Comparator;

/**
 * Place of a job in the one order in which all partitions of a pool serve those that collect; the
 * smallest comes first. No two jobs have the same, so two that want each other's nodes never wait
 * for each other.
 *
 * @param priority of the job, the highest first
 * @param submitted when, the earliest first among equals
 * @param job decides last
 */
public record Rank(long priority, Instant submitted, JobId job) implements Comparable<Rank> {
  private static final Comparator<Rank> ORDER =
      Comparator.comparingLong(Rank::priority)
          .reversed()
          .thenComparing(Rank::submitted)
          .thenComparing(Rank::job);

  @Override
  public int compareTo(Rank other) {
    return ORDER.compare(this, other);
  }
}
