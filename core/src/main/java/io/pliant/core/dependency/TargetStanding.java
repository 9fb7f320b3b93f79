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
 */
public record TargetStanding(
    JobId job,
    @Nullable String refusal,
    @Nullable Instant started,
    @Nullable JobStatus ended,
    @Nullable ElementsStanding elements) {
  /** Of a job for which nobody can wait. */
  public static TargetStanding refused(JobId job, String why) {
    return new TargetStanding(job, why, null, null, null);
  }

  /** The same without single elements. */
  public TargetStanding whole() {
    return elements == null ? this : new TargetStanding(job, refusal, started, ended, null);
  }
}
