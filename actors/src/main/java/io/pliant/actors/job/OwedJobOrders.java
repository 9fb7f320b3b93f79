package io.pliant.actors.job;

import io.pliant.actors.journal.JobsInLedgerWrites;
import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.core.adaptation.JobStanding;
import io.pliant.core.id.JobId;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobOrder;
import io.pliant.core.job.JobOrders;
import io.pliant.core.job.JobState;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.job.Malleables;
import io.pliant.core.launch.StepTerms;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.Revision;
import io.pliant.core.step.StepReport;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * What a job owes to nodes, partition and application: sent when it is new, and again from time to
 * time until it is owed no more.
 */
final class OwedJobOrders {
  private static final List<JobOrder> NOTHING = List.of();

  private final JobId job;
  private final TimerScheduler<JobCommand> timers;
  private final JobLaunches launches;
  private final JobEnvironmentSettings settings;
  private final LimitWatch limit;
  private final Set<JobOrder> sent = new HashSet<>();
  private final Set<JobOrder> taken = new HashSet<>();
  private final LaunchPace pace = new LaunchPace();
  private final EarlyOrder early;
  private boolean settled;
  private @Nullable JobStanding told;

  OwedJobOrders(
      JobId job,
      ActorContext<JobCommand> context,
      TimerScheduler<JobCommand> timers,
      JobLaunches launches,
      JobEnvironmentSettings settings) {
    this.job = job;
    this.timers = timers;
    this.launches = launches;
    this.settings = settings;
    this.limit = new LimitWatch(timers, settings);
    this.early = new EarlyOrder(job, JobsInLedgerWrites.of(context.getSystem()), settings.peers());
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
            || version(before) != version(after)
            || before.submission().changes() != after.submission().changes();
    if (other) {
      settled = false;
    }
    if (other || !before.run().holding().sameTerms(after.run().holding())) {
      sent.clear();
      pace.forget();
    }
    if (before.phase() != after.phase() || before.attempt() != after.attempt()) {
      taken.clear();
    }
    sent.addAll(early.said());
  }

  /** Events are about to be written: says what need not wait for that. */
  void sayEarly(JobState before, List<JobEvent> events) {
    early.say(before, events);
  }

  /** After a restart. */
  void recovered(JobState state) {
    early.forget();
    send(state);
  }

  private static int version(JobState state) {
    return state.dependency() == null ? 0 : state.dependency().version();
  }

  /** Sends what is owed and was not sent since all was last said again. */
  void send(JobState state) {
    limit.watch(state);
    List<JobOrder> owed = settled ? List.of() : notTaken(owed(state));
    if (owed.isEmpty()) {
      timers.cancel(JobCommand.Remind.INSTANCE);
      sent.clear(); // thousands may wait
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

  /** Steps come and go: what is known of orders that are owed no more would add up. */
  private List<JobOrder> owed(JobState state) {
    List<JobOrder> owed = JobOrders.owed(state);
    if (Math.max(pace.waiting(), Math.max(sent.size(), taken.size())) > owed.size()) {
      Set<JobOrder> still = new HashSet<>(owed);
      pace.keep(still);
      sent.retainAll(still);
      taken.retainAll(still);
    }
    return owed;
  }

  private List<JobOrder> notTaken(List<JobOrder> owed) {
    return taken.isEmpty() ? owed : owed.stream().filter(one -> !taken.contains(one)).toList();
  }

  /** The partition knows how it stands since its change of that number. */
  void revisionTaken(JobState state, JobCommand.RevisionTaken answer) {
    for (JobOrder order : answer.attempt() == state.attempt() ? JobOrders.owed(state) : NOTHING) {
      if (order instanceof JobOrder.ToPartition(PartitionIntent.Revise(_, Revision revision))
          && revision.number() <= answer.number()) {
        take(state, order);
      }
    }
  }

  /** A node keeps one of its steps to these terms: then no earlier ones are owed to it. */
  void termsTaken(JobState state, StepReport report, @Nullable StepTerms terms) {
    int number = state.run().terms();
    boolean known =
        number > 0
            && terms != null
            && !new StepTerms(number, null, state.termOf(report.node())).laterThan(terms);
    if (known && report.step().attempt() == state.attempt()) {
      take(state, new JobOrder.SetTerms(report.step(), report.node(), number));
    }
  }

  /** True when its partition knows how it stands since its last change, or has let it go. */
  boolean partitionKnows(JobState state) {
    return state.phase() == Phase.PENDING
        ? settled
        : JobOrders.owed(state).stream().filter(OwedJobOrders::revises).allMatch(taken::contains);
  }

  private static boolean revises(JobOrder order) {
    return order instanceof JobOrder.ToPartition(PartitionIntent.Revise _);
  }

  /** What is known to be carried out is owed no more by this incarnation. */
  private void take(JobState state, JobOrder order) {
    if (taken.add(order)) {
      send(state);
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
