package io.pliant.core.job;

import io.pliant.core.id.JobId;

/** What a job answers to an intent. */
public sealed interface JobReply {
  /** It is so now, or was already. */
  record Done() implements JobReply {}

  /** The step was created. */
  record StepMade(int step) implements JobReply {}

  /** The submission is known as another job. */
  record Duplicate(JobId original) implements JobReply {}

  /** No; {@code kind} says which kind of no. */
  record Refused(Kind kind, String reason) implements JobReply {}

  /** Kinds of refusal. */
  enum Kind {
    NOT_FOUND,
    FORBIDDEN,
    INVALID,
    CONFLICT
  }
}
