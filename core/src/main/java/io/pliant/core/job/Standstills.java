package io.pliant.core.job;

import io.pliant.core.id.Refusal;
import io.pliant.core.job.JobEvent.JobResumed;
import io.pliant.core.job.JobEvent.JobSuspended;
import java.time.Instant;

/** Who may suspend a running job and have it go on, and when, as under Slurm. */
final class Standstills {
  private Standstills() {}

  static JobOutcome decide(JobState state, JobIntent.SetSuspended intent, Instant now) {
    if (!intent.operator()) {
      return refuse(
          Refusal.forbidden(
              "Access/permission denied: only an operator (controller.operators) suspends job %s and has it go on, but %s is none."
                  .formatted(state.job(), intent.by().name())));
    }
    return switch (state.phase()) {
      case NEW, PENDING ->
          refuse(
              Refusal.conflict(
                  "Job is pending execution: only a job that runs is suspended; pliant hold keeps job %s waiting."
                      .formatted(state.job())));
      case LAUNCHING ->
          refuse(
              Refusal.busy(
                  "Expected job %s to be running, but its tasks are just being started; try again in a moment."
                      .formatted(state.job())));
      case COMPLETING, ENDED, REFUSED ->
          refuse(
              Refusal.conflict(
                  "Job/step already completing or completed: job %s is %s."
                      .formatted(state.job(), state.status())));
      case RUNNING -> intent.still() ? suspend(state, intent, now) : resume(state, intent, now);
    };
  }

  private static JobOutcome suspend(JobState state, JobIntent.SetSuspended intent, Instant now) {
    if (state.submittedSpec().malleable() != null) {
      return refuse(
          Refusal.conflict(
              "Expected a job of fixed size, but job %s may change its size while it runs, and could answer no offer meanwhile; pliant adapt takes nodes from it, and pliant requeue ends its attempt."
                  .formatted(state.job())));
    }
    return state.run().still().lasts()
        ? JobOutcome.nothing()
        : JobOutcome.of(
            new JobReply.Done(),
            new JobSuspended(state.job(), state.attempt(), intent.by().name(), now));
  }

  /** One that went on may be asked again: the first answer may have been lost. */
  private static JobOutcome resume(JobState state, JobIntent.SetSuspended intent, Instant now) {
    Standstill still = state.run().still();
    if (!still.lasts()) {
      return still.before().isZero()
          ? refuse(
              Refusal.conflict("Job is not suspended: job %s is running.".formatted(state.job())))
          : JobOutcome.nothing();
    }
    return JobOutcome.of(
        new JobReply.Done(), new JobResumed(state.job(), state.attempt(), intent.by().name(), now));
  }

  private static JobOutcome refuse(Refusal refusal) {
    return JobOutcome.refuse(refusal);
  }

  /**
   * The state with an attempt that stands still or goes on: its nodes and its partition hear of it.
   */
  static JobState changed(JobState state, Standstill still) {
    JobRun run = state.run().with(still);
    return new JobState(
        state.job(), state.phase(), state.submission().changed(), run.withTerms(run.terms() + 1));
  }
}
