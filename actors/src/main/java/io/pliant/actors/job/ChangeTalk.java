package io.pliant.actors.job;

import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.core.dependency.Dependency;
import io.pliant.core.dependency.TargetStanding;
import io.pliant.core.id.JobId;
import io.pliant.core.id.Refusal;
import io.pliant.core.job.JobIntent;
import io.pliant.core.job.JobOrder;
import io.pliant.core.job.JobReply;
import io.pliant.core.job.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * Who has changed a job, and is told so once its partition knows it, too. Nobody wakes a waiting
 * job: a change of which its partition has not heard when a controller dies is asked for again, and
 * told again with the recovery.
 */
final class ChangeTalk {
  /** How often other jobs are asked. */
  private static final int MOST_ASKED = 10;

  private final OwedJobOrders owed;
  private final JobAnswers answers;
  private final JobEnvironmentSettings settings;
  private final TimerScheduler<JobCommand> timers;
  private final List<ActorRef<JobAnswer>> waiting = new ArrayList<>();
  private final Map<JobId, TargetStanding> targets = new TreeMap<>();
  private JobCommand.@Nullable Change asking;
  private int asked;

  ChangeTalk(
      OwedJobOrders owed,
      JobAnswers answers,
      JobEnvironmentSettings settings,
      TimerScheduler<JobCommand> timers) {
    this.owed = owed;
    this.answers = answers;
    this.settings = settings;
    this.timers = timers;
  }

  /** True when nobody is still to be answered. */
  boolean nobodyWaits() {
    return waiting.isEmpty() && asking == null;
  }

  /** What a change comes to; with what all have answered that the job is to wait for. */
  JobIntent.Change intent(JobState state, JobCommand.Change c) {
    return new JobIntent.Change(
        c.by(),
        c.operator(),
        c.change(),
        settings.usualTime(state),
        c.equals(asking) && whole(c) ? List.copyOf(targets.values()) : null);
  }

  /** The change is durable, or was before, or is refused, or others are to be asked first. */
  void decided(JobState state, JobReply reply, JobCommand.Change c) {
    boolean done = reply instanceof JobReply.Done;
    boolean first = !c.equals(asking);
    if (!first) {
      forget();
    }
    if (done && first && asksOthers(c)) {
      begin(state, c);
    } else if (done) {
      waiting.add(c.replyTo());
      settle(state);
    } else {
      c.replyTo().tell(answers.to(state, reply));
    }
  }

  private static boolean asksOthers(JobCommand.Change c) {
    Dependency wanted = c.change().dependency();
    return wanted != null && !wanted.terms().isEmpty();
  }

  private static Set<JobId> others(JobCommand.Change c) {
    Dependency wanted = c.change().dependency();
    return wanted == null ? Set.of() : wanted.targets();
  }

  private boolean whole(JobCommand.Change c) {
    return targets.keySet().containsAll(others(c));
  }

  private void begin(JobState state, JobCommand.Change c) {
    if (asking != null) {
      c.replyTo()
          .tell(refused("Expected one such change at a time, but another one is on its way"));
      return;
    }
    asking = c;
    timers.startTimerWithFixedDelay(JobCommand.AskTargets.INSTANCE, settings.remindEvery());
    ask(state);
  }

  private void forget() {
    asking = null;
    asked = 0;
    targets.clear();
    timers.cancel(JobCommand.AskTargets.INSTANCE);
  }

  private static JobAnswer refused(String why) {
    return new JobAnswer.Refused(Refusal.unavailable(why + "; nothing was changed. Try again."));
  }

  /**
   * Asks those that the job is to wait for, and have not answered. Nothing is changed before all
   * have; who dies meanwhile has changed nothing.
   */
  void ask(JobState state) {
    JobCommand.Change c = asking;
    Dependency wanted = c == null ? null : c.change().dependency();
    if (c == null || wanted == null) {
      return;
    }
    if (++asked > MOST_ASKED) {
      forget();
      c.replyTo()
          .tell(refused("Expected all jobs to answer that it is to wait for, but some do not"));
      return;
    }
    for (JobId target : wanted.targets()) {
      if (!targets.containsKey(target)) {
        settings.send(state, new JobOrder.AskTarget(target, wanted.looksAtElements(target)));
      }
    }
  }

  /** One of them has answered; the change when it was the last one, else null. */
  JobCommand.@Nullable Change answered(TargetStanding standing) {
    JobCommand.Change c = asking;
    if (c == null || !others(c).contains(standing.job())) {
      return null;
    }
    targets.put(standing.job(), standing);
    return whole(c) ? c : null;
  }

  /** Answers all that wait when the partition knows. */
  void settle(JobState state) {
    if (!waiting.isEmpty() && owed.partitionKnows(state)) {
      waiting.forEach(one -> one.tell(answers.details(state)));
      waiting.clear();
    }
  }
}
