package io.pliant.actors.api;

import io.pliant.core.id.JobId;
import io.pliant.core.job.JobStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a job waits.
 *
 * @param expectedStart promised or estimated start, or null when none is known
 * @param reasons every rule that keeps it, the strongest first; empty for a job that does not wait
 */
public record WaitExplanation(
    JobId job, JobStatus status, @Nullable Instant expectedStart, List<Reason> reasons) {
  /**
   * @param code Slurm's one-word reason
   * @param text the rule with its numbers
   */
  public record Reason(String code, String text) {}
}
