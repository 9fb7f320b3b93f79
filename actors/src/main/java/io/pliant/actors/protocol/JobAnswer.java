package io.pliant.actors.protocol;

import io.pliant.api.JobDetails;
import io.pliant.core.id.JobId;
import io.pliant.core.id.Refusal;

/** What a {@code Job} entity answers to the outer edge. */
public sealed interface JobAnswer extends WireMessage {
  /** The submission is durable and queued, as this job (an earlier one if it was a repetition). */
  record Submitted(JobId job) implements JobAnswer {}

  /** The step was created with this number. */
  record StepMade(int step) implements JobAnswer {}

  /** A resize to so many nodes has begun. */
  record ResizeBegun(int nodes) implements JobAnswer {}

  /** The job as it is now. */
  record Details(JobDetails details) implements JobAnswer {}

  /** No, and why. */
  record Refused(Refusal refusal) implements JobAnswer {}
}
