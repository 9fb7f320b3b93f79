package io.pliant.core.dependency;

import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a job stands that others wait for.
 *
 * @param refusal why nobody can wait for it, or null
 * @param started when it got nodes, or ended without; null while it waits
 * @param ended how it ended for good, or null
 * @param elements of an array, when somebody wants to know; else null
 * @param order a number that is higher than that of each job that it waits for itself (its time of
 *     submission in milliseconds, or more; L. Lamport, CACM 21(7), 1978); null when that is not
 *     known, as of jobs that began to wait before it was kept
 */
public record TargetStanding(
    JobId job,
    @Nullable String refusal,
    @Nullable Instant started,
    @Nullable JobStatus ended,
    @Nullable ElementsStanding elements,
    @Nullable Long order) {
  /** Of a job of which it is not known what it waits for itself. */
  public TargetStanding(
      JobId job,
      @Nullable String refusal,
      @Nullable Instant started,
      @Nullable JobStatus ended,
      @Nullable ElementsStanding elements) {
    this(job, refusal, started, ended, elements, null);
  }

  /** Of a job for which nobody can wait. */
  public static TargetStanding refused(JobId job, String why) {
    return new TargetStanding(job, why, null, null, null);
  }

  /** The same without single elements. */
  public TargetStanding whole() {
    return elements == null ? this : new TargetStanding(job, refusal, started, ended, null, order);
  }
}
