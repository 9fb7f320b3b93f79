package io.pliant.core.job;

import io.pliant.core.id.Refusal;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.spec.Submitter;
import org.jspecify.annotations.Nullable;

/** What a job answers by itself to a hold or a resize, before its partition is asked. */
public final class HoldRules {
  private HoldRules() {}

  /**
   * The answer to a hold or a release, or null when it is the partition's. A job that was let go is
   * not held, whatever it has done since: so a release whose answer was lost succeeds when it comes
   * again. One that is to be held once its attempt is over waits for that.
   */
  public static @Nullable JobReply hold(
      JobState state, Submitter by, boolean operator, boolean held) {
    JobReply refused = mayChange(state, by, operator);
    if (refused != null) {
      return refused;
    }
    return !held && state.allocation() != null && !state.held()
        ? new JobReply.Done()
        : in(state, Phase.PENDING, "waiting");
  }

  /** The answer to a resize, or null when it is the partition's. */
  public static @Nullable JobReply resize(JobState state, Submitter by, boolean operator) {
    JobReply refused = mayChange(state, by, operator);
    if (refused != null) {
      return refused;
    }
    return state.phase() == Phase.LAUNCHING
        ? new JobReply.Refused(starting(state))
        : in(state, Phase.RUNNING, "running");
  }

  /** It has nodes, so it is shown as running, and nobody has reported a task of it yet. */
  static Refusal starting(JobState state) {
    return Refusal.conflict(
        "Expected job %s to have tasks, but it is just being started. Try again in a moment."
            .formatted(state.job()));
  }

  private static @Nullable JobReply in(JobState state, Phase phase, String words) {
    return state.phase() == phase
        ? null
        : new JobReply.Refused(
            Refusal.conflict(
                "Expected job %s to be %s, but it is %s."
                    .formatted(state.job(), words, state.status())));
  }

  /** Why somebody may not change a job, or null. */
  public static @Nullable JobReply mayChange(JobState state, Submitter by, boolean operator) {
    if (state.phase() == Phase.NEW) {
      return new JobReply.Refused(Refusal.notFound("There is no job " + state.job() + "."));
    }
    return JobLifecycle.forbidden(state, by, operator) ? notOwner(state, by) : null;
  }

  static JobReply notOwner(JobState state, Submitter by) {
    return new JobReply.Refused(
        Refusal.forbidden(
            "Job %s belongs to %s; %s may not change it."
                .formatted(state.job(), state.submittedSpec().submitter().name(), by.name())));
  }
}
