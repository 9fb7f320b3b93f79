package io.pliant.api;

import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What would become of a submission.
 *
 * @param taken true when it would be queued
 * @param fault why not, a line for each reason; null when it is taken
 * @param warnings what was understood otherwise than it may have been meant
 * @param name of the job; null where it cannot be understood, as are the following
 * @param timeLimitSeconds wall-clock limit, or null for the partition's default
 * @param start when it would start; null for one that is not taken, and from older controllers
 */
public record SubmissionCheck(
    boolean taken,
    @Nullable String fault,
    List<String> warnings,
    @Nullable String name,
    @Nullable PartitionName partition,
    @Nullable ResourceRequest resources,
    @Nullable Long timeLimitSeconds,
    @Nullable StartEntry start) {
  public SubmissionCheck {
    warnings = List.copyOf(warnings);
  }

  /** Of one that cannot be understood, or is too big. */
  public static SubmissionCheck refused(String fault) {
    return new SubmissionCheck(false, fault, List.of(), null, null, null, null, null);
  }

  /** Of one that is understood and refused by its partition, and why. */
  public static SubmissionCheck refused(JobSpec spec, List<String> warnings, String fault) {
    return of(spec, warnings, fault, null);
  }

  /** Of one that its partition would take. */
  public static SubmissionCheck taken(JobSpec spec, List<String> warnings, StartEntry start) {
    return of(spec, warnings, null, start);
  }

  private static SubmissionCheck of(
      JobSpec spec, List<String> warnings, @Nullable String fault, @Nullable StartEntry start) {
    Duration limit = spec.timeLimit();
    return new SubmissionCheck(
        fault == null,
        fault,
        warnings,
        spec.name(),
        spec.partition(),
        spec.resources(),
        limit == null ? null : (Long) limit.toSeconds(),
        start);
  }
}
