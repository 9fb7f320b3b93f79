package io.pliant.core.partition;

import io.pliant.core.view.RunningJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Nodes that a job holds.
 *
 * @param job the job, with the attempt that holds them
 * @param rank its place in the queue, kept for a requeue
 * @param start when they were allocated
 */
public record Grant(QueuedJob job, long rank, Allocation allocation, Instant start) {
  public int attempt() {
    return job.attempt();
  }

  /** Latest end by the job's time limit. */
  public Instant expectedEnd() {
    Duration limit = Objects.requireNonNull(job.timeLimit(), "an enqueued job has a time limit");
    return start.plus(limit);
  }

  RunningJob view() {
    return new RunningJob(job.job(), allocation, start, expectedEnd());
  }
}
