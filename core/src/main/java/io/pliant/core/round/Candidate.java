package io.pliant.core.round;

import io.pliant.core.id.JobId;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.view.WaitingJob;
import java.time.Instant;

/**
 * A waiting job that neither a hold, nor a begin time, nor a node that is down keeps from starting.
 *
 * @param job the job
 * @param position its place in the whole queue, the head being 1
 */
public record Candidate(WaitingJob job, int position) {
  /** The job. */
  public JobId id() {
    return job.job();
  }

  /** What it asks for. */
  public ResourceRequest request() {
    return job.resources();
  }

  /** When it would end by its limit if it started at {@code now}. */
  public Instant endIfStarted(Instant now) {
    return job.endIfStarted(now);
  }
}
