package io.pliant.cli.run;

import io.pliant.cli.http.ApiRefusal;
import io.pliant.core.id.JobId;
import io.pliant.core.option.RunOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a step until it is made: one that wants cpus or devices for itself waits for those of
 * other steps of its job, as Slurm's does. It ends with the job, or with this process.
 */
final class StepWait {
  /** Status of an answer that says: not now, others have it. */
  private static final int BUSY = 429;

  private static final long FIRST_PAUSE_MILLIS = 200;
  private static final long LONGEST_PAUSE_MILLIS = 3_000;

  private final StepSubmission request;
  private final RunMessages messages;

  StepWait(StepSubmission request, RunMessages messages) {
    this.request = request;
    this.messages = messages;
  }

  /**
   * The step; refused for any reason but that it has to wait.
   *
   * @param patience how long it may have to, or null for ever
   */
  RunTarget step(JobId job, RunOptions options, List<String> command, @Nullable Duration patience)
      throws InterruptedException {
    Deadline deadline = Deadline.in(patience);
    long pause = FIRST_PAUSE_MILLIS;
    boolean told = false;
    while (true) {
      try {
        return request.step(job, options, command);
      } catch (ApiRefusal refusal) {
        if (refusal.status() != BUSY || deadline.isPast()) {
          throw refusal;
        }
      }
      if (!told) {
        messages.note(
            "Job %s step creation temporarily disabled, retrying (Requested nodes are busy)"
                .formatted(job));
        told = true;
      }
      TimeUnit.MILLISECONDS.sleep(pause);
      pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 3 / 2);
    }
  }
}
