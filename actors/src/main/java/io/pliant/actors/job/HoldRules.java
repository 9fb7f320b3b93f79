package io.pliant.actors.job;

import io.pliant.actors.api.Answer.Rejection;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.core.job.JobLifecycle;
import io.pliant.core.job.JobReply;
import io.pliant.core.job.JobState;
import io.pliant.core.job.JobState.Phase;
import org.jspecify.annotations.Nullable;

/** Translates refusals, and says when a hold cannot be or need not be. */
final class HoldRules {
  private HoldRules() {}

  /**
   * What can be answered without the partition, or null. A job that was let go is not held,
   * whatever it has done since: so a release whose answer was lost succeeds when it comes again.
   */
  static @Nullable JobAnswer atOnce(
      JobState state, JobCommand.SetHeld command, JobEnvironmentSettings settings) {
    if (state.phase() == Phase.NEW) {
      return new JobAnswer.Refused(Rejection.NOT_FOUND, "There is no job " + state.job() + ".");
    }
    if (JobLifecycle.forbidden(state, command.by(), command.operator())) {
      return new JobAnswer.Refused(
          Rejection.FORBIDDEN,
          "Job %s belongs to %s; %s may not change it."
              .formatted(
                  state.job(), state.submittedSpec().submitter().name(), command.by().name()));
    }
    if (!command.held() && state.allocation() != null) {
      return new JobAnswer.Details(JobDetailsOf.state(state, settings));
    }
    return state.phase() == Phase.PENDING
        ? null
        : new JobAnswer.Refused(
            Rejection.CONFLICT,
            "Expected job %s to be waiting, but it is %s.".formatted(state.job(), state.status()));
  }

  static @Nullable JobAnswer refusal(JobState state, JobCommand.Adapt command) {
    if (state.phase() == Phase.NEW) {
      return new JobAnswer.Refused(Rejection.NOT_FOUND, "There is no job " + state.job() + ".");
    }
    if (JobLifecycle.forbidden(state, command.by(), command.operator())) {
      return new JobAnswer.Refused(
          Rejection.FORBIDDEN,
          "Job %s belongs to %s; %s may not change it."
              .formatted(
                  state.job(), state.submittedSpec().submitter().name(), command.by().name()));
    }
    return state.phase() == Phase.RUNNING
        ? null
        : new JobAnswer.Refused(
            Rejection.CONFLICT,
            "Expected job %s to be running, but it is %s.".formatted(state.job(), state.status()));
  }

  static Rejection rejection(JobReply.Kind kind) {
    return switch (kind) {
      case NOT_FOUND -> Rejection.NOT_FOUND;
      case FORBIDDEN -> Rejection.FORBIDDEN;
      case INVALID -> Rejection.INVALID;
      case CONFLICT -> Rejection.CONFLICT;
    };
  }
}
