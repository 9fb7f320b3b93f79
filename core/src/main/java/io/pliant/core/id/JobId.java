package io.pliant.core.id;

import org.jspecify.annotations.Nullable;

/** Number of a job, unique in a cluster for all time; starts at 1. */
public record JobId(long value) implements Comparable<JobId> {
  public JobId {
    if (value <= 0) {
      throw new IllegalArgumentException("Expected a job id of at least 1, but got " + value + ".");
    }
  }

  /** Parses a decimal job id; throws IllegalArgumentException naming the text when it is none. */
  public static JobId parse(String text) {
    try {
      return new JobId(Long.parseLong(text.strip()));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("Expected a job id, but got '" + text + "'.", e);
    }
  }

  @Override
  public int compareTo(JobId other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }

  // by hand, for what takes long in a record, as in ResourceRequest
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other || other instanceof JobId that && value == that.value;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(value);
  }
}
