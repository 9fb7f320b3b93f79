package io.pliant.api;

import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a job waits.
 *
 * @param expectedStart promised or estimated start, or null when none is known
 * @param reasons every rule that keeps it, the strongest first; empty for a job that does not wait
 * @param priority what its place in the queue comes from; null for a job that does not wait
 */
public record WaitExplanation(
    JobId job,
    JobStatus status,
    @Nullable Instant expectedStart,
    List<Reason> reasons,
    @Nullable Priority priority) {
  /** Of a job that does not wait. */
  public WaitExplanation(JobId job, JobStatus status) {
    this(job, status, null, List.of(), null);
  }

  /**
   * @param code Slurm's one-word reason
   * @param text the rule with its numbers
   */
  public record Reason(String code, String text) {}

  /**
   * @param position place in the queue, from 1
   * @param value weighted sum of the factors, less a ten-thousandth of what the job is nice; or
   *     what was given, over ten thousand
   * @param factors that have a weight; none where the queue is in order of submission
   * @param nice by how much it goes behind others, or null for 0
   * @param given its priority as an operator gave it, whatever its factors, or null
   */
  public record Priority(
      int position,
      double value,
      List<Factor> factors,
      @Nullable Integer nice,
      @Nullable Long given) {}

  /**
   * @param name key of its weight in the partition's configuration
   * @param weight from there
   * @param factor from 0 to 1
   * @param text what it was computed from
   */
  public record Factor(String name, double weight, double factor, String text) {}
}
