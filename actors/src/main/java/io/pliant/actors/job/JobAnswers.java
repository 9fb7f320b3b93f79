package io.pliant.actors.job;

import io.pliant.actors.protocol.JobAnswer;
import io.pliant.core.id.JobId;
import io.pliant.core.id.Refusal;
import io.pliant.core.job.Completion;
import io.pliant.core.job.JobReply;
import io.pliant.core.job.JobState;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.job.Repetition;

/** What those who ask a job are told. */
final class JobAnswers {
  private final JobId job;
  private final JobEnvironmentSettings settings;

  JobAnswers(JobId job, JobEnvironmentSettings settings) {
    this.job = job;
    this.settings = settings;
  }

  JobAnswer to(JobState state, JobReply reply) {
    return switch (reply) {
      case JobReply.Done _ -> new JobAnswer.Details(JobDetailsOf.state(state, settings));
      case JobReply.StepMade(int step) -> new JobAnswer.StepMade(step);
      case JobReply.Duplicate(JobId original) -> new JobAnswer.Submitted(original);
      case JobReply.Refused(Refusal refusal) -> new JobAnswer.Refused(refusal);
    };
  }

  JobAnswer details(JobState state) {
    return state.phase() == Phase.NEW
        ? new JobAnswer.Refused(Refusal.notFound("There is no job " + job + "."))
        : new JobAnswer.Details(JobDetailsOf.state(state, settings));
  }

  /** To whoever submits it again after it was taken or refused. */
  JobAnswer toSubmissionAgain(JobState state) {
    JobId original = Repetition.original(state);
    if (original != null) {
      return new JobAnswer.Submitted(original);
    }
    Completion end = state.phase() == Phase.REFUSED ? state.completion() : null;
    return end == null
        ? new JobAnswer.Submitted(job)
        : new JobAnswer.Refused(Refusal.invalid(end.reason()));
  }
}
