package io.pliant.actors.job;

import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.dependency.ElementsStanding;
import io.pliant.core.dependency.TargetStanding;
import io.pliant.core.id.JobId;
import io.pliant.core.job.Dependencies;
import io.pliant.core.job.Dependents.Dependent;
import io.pliant.core.job.Elements;
import io.pliant.core.job.JobIntent;
import io.pliant.core.job.JobState;
import io.pliant.core.partition.PartitionIntent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * Tells jobs that wait for this one how it stands: when that changes, and again until they have
 * confirmed. Of an array's elements they are told together, at most a few times a second.
 */
final class DependentsTalk {
  private static final Duration TOGETHER = Duration.ofMillis(300);

  /** Jobs that ask before this one is known to be in a queue; more of them ask again. */
  private static final int MOST_EARLY = 1_000;

  private final JobId job;
  private final TimerScheduler<JobCommand> timers;
  private final JobEnvironmentSettings settings;
  private final Map<JobId, TargetStanding> sent = new HashMap<>();
  private final Map<JobId, TargetStanding> confirmed = new HashMap<>();
  private final List<JobCommand.Watch> early = new ArrayList<>();
  private @Nullable ElementsStanding live;
  private @Nullable TargetStanding told;
  private TreePMap<JobId, Dependent> toldTo = TreePMap.empty();

  DependentsTalk(JobId job, TimerScheduler<JobCommand> timers, JobEnvironmentSettings settings) {
    this.job = job;
    this.timers = timers;
    this.settings = settings;
  }

  /** True when all that wait for it know how it stands. */
  boolean settled(JobState state) {
    return state.dependents().jobs().isEmpty()
        || !timers.isTimerActive(JobCommand.RemindDependents.INSTANCE);
  }

  /** Only who is in a queue can be waited for: a job that asks before is heard once this one is. */
  void putOff(JobCommand.Watch asked) {
    if (early.size() < MOST_EARLY) {
      early.add(asked);
    }
  }

  /** Those that asked too early, to be heard now. */
  List<JobCommand.Watch> early() {
    List<JobCommand.Watch> now = List.copyOf(early);
    early.clear();
    return now;
  }

  /** Answers a job that asks, which may have asked before. */
  void answer(JobState state, JobCommand.Watch asked) {
    if (state.over()) {
      TargetStanding standing = Dependencies.standing(state, null);
      tell(asked.dependent(), asked.elements() ? standing : standing.whole());
    } else {
      sent.remove(asked.dependent());
      toldTo = TreePMap.empty();
      send(state);
    }
  }

  /** To a job that can't wait for this one. */
  void refuse(JobId dependent, String why) {
    tell(dependent, TargetStanding.refused(job, why));
  }

  /** The partition says how the elements of this array stand. */
  void stand(ElementsStanding standing) {
    live = standing;
    if (!timers.isTimerActive(JobCommand.TellDependents.INSTANCE)) {
      timers.startSingleTimer(JobCommand.TellDependents.INSTANCE, TOGETHER);
    }
  }

  /** Tells what is new to whom it is new. */
  void send(JobState state) {
    TreePMap<JobId, Dependent> jobs = state.dependents().jobs();
    if (jobs.isEmpty()) {
      timers.cancel(JobCommand.RemindDependents.INSTANCE);
      return;
    }
    boolean array = Elements.isArray(state.spec()) && !state.over();
    if (array && live == null && state.dependents().wantElements()) {
      askPartition(state);
    }
    TargetStanding standing = Dependencies.standing(state, array ? live : null);
    if (standing.equals(told) && jobs == toldTo) {
      return;
    }
    told = standing;
    toldTo = jobs;
    jobs.forEach((dependent, what) -> {
      TargetStanding its = what.elements() ? standing : standing.whole();
      boolean unknown = array && what.elements() && live == null;
      if (!unknown && !its.equals(sent.put(dependent, its))) {
        tell(dependent, its);
      }
    });
    remind(state);
  }

  private void remind(JobState state) {
    boolean owed =
        state.dependents().jobs().keySet().stream()
            .anyMatch(each ->
                !confirmed.containsKey(each)
                    || !Objects.equals(confirmed.get(each), sent.get(each)));
    if (!owed) {
      timers.cancel(JobCommand.RemindDependents.INSTANCE);
    } else if (!timers.isTimerActive(JobCommand.RemindDependents.INSTANCE)) {
      timers.startTimerWithFixedDelay(JobCommand.RemindDependents.INSTANCE, settings.remindEvery());
    }
  }

  /** Says again what was not confirmed. */
  void repeat(JobState state) {
    sent.keySet().removeIf(each -> !Objects.equals(confirmed.get(each), sent.get(each)));
    toldTo = TreePMap.empty();
    send(state);
  }

  /** One of them has it written down; what follows, or null. */
  @Nullable JobIntent taken(JobState state, JobCommand.StandingTaken taken) {
    if (!state.dependents().jobs().containsKey(taken.dependent())) {
      return null;
    }
    confirmed.put(taken.dependent(), taken.standing());
    remind(state);
    boolean all = !timers.isTimerActive(JobCommand.RemindDependents.INSTANCE);
    return all && state.over() ? new JobIntent.DependentsTold() : null;
  }

  private void askPartition(JobState state) {
    settings
        .peers()
        .tell(
            state.submittedSpec().partition(),
            new PartitionCommand.OfJob(new PartitionIntent.WatchElements(state.attemptId())));
  }

  private void tell(JobId dependent, TargetStanding standing) {
    settings.peers().tell(dependent, new JobCommand.TargetStands(standing));
  }
}
