package io.pliant.core.job;

import io.pliant.core.id.JobId;
import io.pliant.core.id.Refusal;

/** What a job answers to an intent. */
public sealed interface JobReply {
  /** It is so now, or was already. */
  record Done() implements JobReply {}

  /** The step was created. */
  record StepMade(int step) implements JobReply {}

  /** The submission is known as another job. */
  record Duplicate(JobId original) implements JobReply {}

  /** No, and why. */
  record Refused(Refusal refusal) implements JobReply {}
}
