package io.pliant.core.job;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;

/**
 * How the current attempt is going to end.
 *
 * @param outcome final state; {@link JobStatus#PENDING} when the job goes back to the queue
 */
public record Completion(JobStatus outcome, ExitStatus exit, String reason) {
  public boolean requeues() {
    return outcome == JobStatus.PENDING;
  }
}
