package io.pliant.api;

import io.pliant.core.id.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one submission of a batch.
 *
 * @param status as a submission alone would have been answered: 201, or that of its refusal
 * @param job the job, or null when it was refused
 * @param warnings what was understood otherwise than it may have been meant
 * @param error why it was refused, or null
 */
public record BatchEntry(
    int status, @Nullable JobId job, List<String> warnings, @Nullable String error) {
  public BatchEntry {
    warnings = List.copyOf(warnings);
  }

  /** A job that is durable and queued. */
  public static BatchEntry taken(JobId job, List<String> warnings) {
    return new BatchEntry(201, job, warnings, null);
  }

  /** No job. */
  public static BatchEntry refused(int status, String error) {
    return new BatchEntry(status, null, List.of(), error);
  }
}
