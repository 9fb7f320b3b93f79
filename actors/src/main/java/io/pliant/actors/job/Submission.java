package io.pliant.actors.job;

import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.core.dependency.DependencyBook;
import io.pliant.core.id.JobId;
import io.pliant.core.id.Refusal;
import io.pliant.core.job.JobIntent;
import io.pliant.core.job.JobState;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.partition.PartitionReply;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** How a job gets into its partition's queue: who waits for that, and what the partition says. */
final class Submission {
  private final JobId job;
  private final OwedJobOrders owed;
  private final JobAnswers answers;
  private final List<ActorRef<JobAnswer>> submitters = new ArrayList<>();

  /** This incarnation has made the job, and has told nobody that it is taken. */
  private boolean unacknowledged;

  Submission(JobId job, OwedJobOrders owed, JobAnswers answers) {
    this.job = job;
    this.owed = owed;
    this.answers = answers;
  }

  /** True when no submitter is still to be answered. */
  boolean nobodyWaits() {
    return submitters.isEmpty();
  }

  /** What follows when somebody submits the job; null for nothing. */
  @Nullable JobIntent asked(JobState state, JobCommand.Submit command) {
    if (state.phase() == Phase.NEW) {
      submitters.add(command.replyTo());
      unacknowledged = true;
      return new JobIntent.Submit(command.spec());
    }
    if (state.phase() == Phase.PENDING && !owed.settled()) {
      submitters.add(command.replyTo()); // once more, before the partition has answered
    } else {
      command.replyTo().tell(answers.toSubmissionAgain(state));
    }
    return null;
  }

  /** What follows from the partition's answer; null for nothing. */
  @Nullable JobIntent answered(JobState state, JobCommand.EnqueueAnswered answer) {
    if (answer.attempt() != state.attempt()) {
      return null;
    }
    if (answer.reply() instanceof PartitionReply.Refused(Refusal refusal)) {
      return refused(state, refusal);
    }
    if (known(state, answer)) {
      owed.answered(state);
    }
    if (answer.reply() instanceof PartitionReply.DuplicateOf(JobId original)) {
      tell(new JobAnswer.Submitted(original));
      return new JobIntent.DuplicateOf(original);
    }
    taken();
    return null;
  }

  /**
   * True unless more has become known of other jobs than the partition has answered to, or it was
   * changed since.
   */
  private static boolean known(JobState state, JobCommand.EnqueueAnswered answer) {
    DependencyBook book = state.dependency();
    Integer version = answer.dependency();
    Integer number = answer.revision();
    return (book == null || (version != null && version >= book.version()))
        && (number == null ? 0 : number) >= state.submission().changes();
  }

  /** It can't wait for the jobs that it names; what follows. */
  JobIntent cannotWait(String why) {
    tell(new JobAnswer.Refused(Refusal.invalid(why)));
    return new JobIntent.RefusedByPartition(why);
  }

  /** The job waits in the queue, or has left it. */
  void taken() {
    tell(new JobAnswer.Submitted(job));
  }

  /**
   * Its partition refuses it for good, or has no room for it now. In that case a job that this
   * incarnation has made, and that was not acknowledged, is refused; one that may have been
   * acknowledged asks again.
   */
  private @Nullable JobIntent refused(JobState state, Refusal refusal) {
    boolean busy = refusal.kind() == Refusal.Kind.UNAVAILABLE;
    if (!busy) {
      owed.answered(state);
    }
    boolean fresh = unacknowledged && state.phase() == Phase.PENDING && state.attempt() == 1;
    tell(new JobAnswer.Refused(refusal));
    return !busy || fresh ? new JobIntent.RefusedByPartition(refusal.reason()) : null;
  }

  private void tell(JobAnswer answer) {
    unacknowledged &= !(answer instanceof JobAnswer.Submitted);
    submitters.forEach(submitter -> submitter.tell(answer));
    submitters.clear();
  }
}
