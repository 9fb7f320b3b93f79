package io.pliant.actors.job;

import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.core.adaptation.JobStanding;
import io.pliant.core.id.JobId;
import io.pliant.core.job.JobOrder;
import io.pliant.core.job.JobOrders;
import io.pliant.core.job.JobState;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.job.Malleables;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * What a job owes to nodes, partition and application: sent when it is new, and again from time to
 * time until it is owed no more.
 */
final class OwedJobOrders {
  private final JobId job;
  private final TimerScheduler<JobCommand> timers;
  private final JobLaunches launches;
  private final JobEnvironmentSettings settings;
  private final LimitWatch limit;
  private final Set<JobOrder> sent = new HashSet<>();
  private final LaunchPace pace = new LaunchPace();
  private boolean settled;
  private @Nullable JobStanding told;

  OwedJobOrders(
      JobId job,
      TimerScheduler<JobCommand> timers,
      JobLaunches launches,
      JobEnvironmentSettings settings) {
    this.job = job;
    this.timers = timers;
    this.launches = launches;
    this.settings = settings;
    this.limit = new LimitWatch(timers, settings);
  }

  /** True when its partition has said what this phase of the job waits for. */
  boolean settled() {
    return settled;
  }

  /** The partition has said what becomes of a waiting job. */
  void answered(JobState state) {
    // an array that is to end goes on saying so until its partition says that it is over
    settled |= state.phase() == Phase.PENDING && state.cancelledBy() == null;
  }

  /** The partition holds nothing for an attempt any more; that settles a job that is over. */
  void released(JobState state, int attempt) {
    if (state.over() && attempt >= state.attempt()) {
      settled = true;
      timers.cancel(JobCommand.Remind.INSTANCE);
    }
  }

  /** After a change: what was sent for another phase, attempt or term is owed anew. */
  void follow(JobState before, JobState after) {
    boolean other =
        before.phase() != after.phase()
            || before.attempt() != after.attempt()
            || !Objects.equals(before.cancelledBy(), after.cancelledBy())
            || version(before) != version(after);
    if (other) {
      settled = false;
    }
    if (other || before.term() != after.term()) {
      sent.clear();
      pace.forget();
    }
  }

  private static int version(JobState state) {
    return state.dependency() == null ? 0 : state.dependency().version();
  }

  /** Sends what is owed and was not sent since all was last said again. */
  void send(JobState state) {
    limit.watch(state);
    List<JobOrder> owed = settled ? List.of() : JobOrders.owed(state);
    if (owed.isEmpty()) {
      timers.cancel(JobCommand.Remind.INSTANCE);
      return;
    }
    for (JobOrder order : owed) {
      if (!sent.contains(order)) {
        say(state, order);
      }
    }
    if (!timers.isTimerActive(JobCommand.Remind.INSTANCE)) { // news must not put it off
      timers.startTimerWithFixedDelay(JobCommand.Remind.INSTANCE, settings.remindEvery());
    }
  }

  private void say(JobState state, JobOrder order) {
    if (launches.send(state, order)) {
      sent.add(order);
      if (order instanceof JobOrder.Launch launch) {
        pace.said(launch, launches.bytes(state, launch));
      }
    }
  }

  /** Says all again, but large launches at their pace. */
  void repeat(JobState state) {
    sent.removeIf(pace::due);
    send(state);
  }

  /** Its application is told what changed, or all of it again. */
  void tellApplication(JobState state, boolean again) {
    JobStanding standing = Malleables.standing(state);
    if (standing != null && (again || !standing.equals(told))) {
      told = standing;
      settings.peers().tell(job, new ApplicationCommand.JobReported(standing));
    }
  }
}
