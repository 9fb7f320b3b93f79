package io.pliant.actors.job;

import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.core.job.JobIntent;
import io.pliant.core.job.JobReply;
import io.pliant.core.job.JobState;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * Who has changed a job, and is told so once its partition knows it, too. Nobody wakes a waiting
 * job: a change of which its partition has not heard when a controller dies is asked for again, and
 * told again with the recovery.
 */
final class ChangeTalk {
  private final OwedJobOrders owed;
  private final JobAnswers answers;
  private final JobEnvironmentSettings settings;
  private final List<ActorRef<JobAnswer>> waiting = new ArrayList<>();

  ChangeTalk(OwedJobOrders owed, JobAnswers answers, JobEnvironmentSettings settings) {
    this.owed = owed;
    this.answers = answers;
    this.settings = settings;
  }

  /** True when nobody is still to be answered. */
  boolean nobodyWaits() {
    return waiting.isEmpty();
  }

  JobIntent.Change intent(JobState state, JobCommand.Change c) {
    return new JobIntent.Change(c.by(), c.operator(), c.change(), settings.usualTime(state));
  }

  /** The change is durable, or was before, or is refused. */
  void decided(JobState state, JobReply reply, ActorRef<JobAnswer> replyTo) {
    if (reply instanceof JobReply.Done) {
      waiting.add(replyTo);
      settle(state);
    } else {
      replyTo.tell(answers.to(state, reply));
    }
  }

  /** Answers all that wait when the partition knows. */
  void settle(JobState state) {
    if (!waiting.isEmpty() && owed.partitionKnows(state)) {
      waiting.forEach(one -> one.tell(answers.details(state)));
      waiting.clear();
    }
  }
}
