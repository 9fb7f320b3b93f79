package io.pliant.actors.job;

import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.adaptation.JobStanding;
import io.pliant.core.id.JobId;
import io.pliant.core.id.Refusal;
import io.pliant.core.job.Completion;
import io.pliant.core.job.HoldRules;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobIntent;
import io.pliant.core.job.JobLifecycle;
import io.pliant.core.job.JobOrder;
import io.pliant.core.job.JobOrders;
import io.pliant.core.job.JobOutcome;
import io.pliant.core.job.JobReply;
import io.pliant.core.job.JobState;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.job.Malleables;
import io.pliant.core.job.StepReports;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.step.StepReport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.RecoveryCompleted;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.Effect;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.SignalHandler;
import org.jspecify.annotations.Nullable;

/**
 * The shell of one job: persists what {@link JobLifecycle} decides, answers, and sends what {@link
 * JobOrders} says is owed, again and again until the state says otherwise. A job that waits or is
 * over leaves memory; messages bring it back.
 */
public final class JobEntity extends EventSourcedBehavior<JobCommand, JobEvent, JobState> {
  /** Tag under which the accounting read side finds job events. */
  public static final String TAG = "job";

  private static final Set<String> TAGS = Set.of(TAG);

  private final JobId job;
  private final ActorContext<JobCommand> context;
  private final TimerScheduler<JobCommand> timers;
  private final ActorRef<ClusterSharding.ShardCommand> shard;
  private final JobEnvironmentSettings settings;
  private final LimitWatch limit;
  private final List<ActorRef<JobAnswer>> submitters = new ArrayList<>();
  private final Set<JobOrder> sent = new HashSet<>();
  private final JobLaunches launches;
  private boolean settledWithPartition;
  private boolean lieTold;
  private boolean unacknowledged;
  private @Nullable JobStanding told;

  private JobEntity(
      JobId job,
      ActorContext<JobCommand> context,
      TimerScheduler<JobCommand> timers,
      ActorRef<ClusterSharding.ShardCommand> shard,
      JobEnvironmentSettings settings) {
    super(
        PersistenceId.of(EntityKeys.JOB.name(), job.toString()),
        SupervisorStrategy.restartWithBackoff(
            settings.restartAfter(), settings.restartAfter().multipliedBy(20), 0.2));
    this.job = job;
    this.context = context;
    this.timers = timers;
    this.shard = shard;
    this.settings = settings;
    this.launches = new JobLaunches(job, context, settings);
    this.limit = new LimitWatch(timers, settings);
  }

  public static Behavior<JobCommand> create(
      JobId job, ActorRef<ClusterSharding.ShardCommand> shard, JobEnvironmentSettings settings) {
    return Behaviors.setup(context ->
        Behaviors.withTimers(timers -> {
          context.setReceiveTimeout(settings.idleAfter(), JobCommand.Idle.INSTANCE);
          return new JobEntity(job, context, timers, shard, settings);
        }));
  }

  @Override
  public JobState emptyState() {
    return JobState.unknown(job);
  }

  @Override
  public EventHandler<JobState, JobEvent> eventHandler() {
    return (state, event) -> {
      if (event instanceof JobEvent.JobSubmitted submitted) {
        settings.payloads().keep(job, submitted.spec());
      }
      return state.evolve(event);
    };
  }

  @Override
  public CommandHandler<JobCommand, JobEvent, JobState> commandHandler() {
    return this::onCommand;
  }

  @Override
  public SignalHandler<JobState> signalHandler() {
    return newSignalHandlerBuilder().onSignal(RecoveryCompleted.instance(), this::sendOwed).build();
  }

  @Override
  public Set<String> tagsFor(JobEvent event) {
    return TAGS;
  }

  @Override
  public String snapshotPluginId() {
    return "pekko.persistence.no-snapshot-store";
  }

  private Effect<JobEvent, JobState> onCommand(JobState state, JobCommand command) {
    return switch (command) {
      case JobCommand.Submit c -> submit(state, c);
      case JobCommand.Cancel c ->
          decide(state, new JobIntent.Cancel(c.by(), c.operator(), c.signal()), c.replyTo());
      case JobCommand.CreateStep c ->
          decide(
              state,
              new JobIntent.CreateStep(c.by(), c.operator(), c.request(), settings.steps()),
              c.replyTo());
      case JobCommand.SetHeld c ->
          toPartition(
              state,
              HoldRules.hold(state, c.by(), c.operator(), c.held()),
              c.replyTo(),
              new PartitionCommand.SetHeld(job, c.held(), c.by(), c.replyTo()));
      case JobCommand.GetDetails c -> details(state, c);
      case JobCommand.EnqueueAnswered c -> enqueueAnswered(state, c);
      case JobCommand.HeldAnswered c -> heldAnswered(state, c);
      case JobCommand.ReleaseConfirmed c -> releaseConfirmed(state, c);
      case JobCommand.Granted c -> {
        answerSubmitters(new JobAnswer.Submitted(job));
        yield decide(state, c.intent(), null);
      }
      case JobCommand.Reported c -> reported(state, c.intent());
      case JobCommand.Adapt c ->
          toPartition(
              state,
              HoldRules.resize(state, c.by(), c.operator()),
              c.replyTo(),
              new PartitionCommand.OrderResize(job, c.nodes(), c.replyTo()));
      case JobCommand.TellApplication _ -> {
        tellApplication(state, true);
        yield Effect().none();
      }
      case JobCommand.OfApplication c -> decide(state, c.intent(), null);
      case JobCommand.PayloadRead c -> {
        launches.payloadRead(c, () -> remind(state));
        yield Effect().none();
      }
      case JobCommand.LimitDue due -> decide(state, new JobIntent.LimitPassed(due.attempt()), null);
      case JobCommand.Remind _ -> remind(state);
      case JobCommand.Idle _ -> idle(state);
      case JobCommand.Stop _ -> Effect().stop();
    };
  }

  private Effect<JobEvent, JobState> submit(JobState state, JobCommand.Submit command) {
    boolean unsettled = state.phase() == Phase.PENDING && !settledWithPartition;
    if (state.phase() == Phase.NEW || unsettled) {
      submitters.add(command.replyTo());
      unacknowledged |= !unsettled;
      return unsettled // the same submission once more, before the partition has answered
          ? Effect().none()
          : decide(state, new JobIntent.Submit(command.spec()), null);
    }
    Completion end = state.phase() == Phase.REFUSED ? state.completion() : null;
    command
        .replyTo()
        .tell(
            end == null
                ? new JobAnswer.Submitted(job)
                : new JobAnswer.Refused(Refusal.invalid(end.reason())));
    return Effect().none();
  }

  private Effect<JobEvent, JobState> toPartition(
      JobState state,
      @Nullable JobReply atOnce,
      ActorRef<JobAnswer> replyTo,
      PartitionCommand order) {
    if (atOnce == null) {
      settings.peers().tell(state.submittedSpec().partition(), order);
    } else {
      replyTo.tell(answer(state, atOnce));
    }
    return Effect().none();
  }

  private Effect<JobEvent, JobState> reported(JobState state, JobIntent.Reported told) {
    StepReport report = told.report();
    if (!lieTold && StepReports.foreign(state, report)) {
      lieTold = true; // once: a liar may repeat himself
      context
          .getLog()
          .warn("job {}: node {} never had step {}; dropped", job, report.node(), report.step());
    }
    return decide(state, told, null);
  }

  /** Its application is told what changed, or all of it again. */
  private void tellApplication(JobState state, boolean again) {
    JobStanding standing = Malleables.standing(state);
    if (standing != null && (again || !standing.equals(told))) {
      told = standing;
      settings.peers().tell(job, new ApplicationCommand.JobReported(standing));
    }
  }

  private Effect<JobEvent, JobState> heldAnswered(JobState state, JobCommand.HeldAnswered answer) {
    if (answer.reply() instanceof PartitionReply.Refused(Refusal refusal)) {
      answer.replyTo().tell(new JobAnswer.Refused(refusal));
      return Effect().none();
    }
    return decide(state, new JobIntent.HoldChanged(answer.held(), answer.by()), answer.replyTo());
  }

  private Effect<JobEvent, JobState> details(JobState state, JobCommand.GetDetails command) {
    command
        .replyTo()
        .tell(
            state.phase() == Phase.NEW
                ? new JobAnswer.Refused(Refusal.notFound("There is no job " + job + "."))
                : new JobAnswer.Details(JobDetailsOf.state(state, settings)));
    return state.phase() == Phase.NEW ? Effect().stop() : Effect().none();
  }

  private Effect<JobEvent, JobState> enqueueAnswered(
      JobState state, JobCommand.EnqueueAnswered answer) {
    if (answer.attempt() != state.attempt()) {
      return Effect().none();
    }
    if (answer.reply() instanceof PartitionReply.Refused(Refusal refusal)) {
      return refused(state, refusal);
    }
    settledWithPartition |= state.phase() == Phase.PENDING;
    return switch (answer.reply()) {
      case PartitionReply.DuplicateOf(JobId original) -> {
        answerSubmitters(new JobAnswer.Submitted(original));
        yield decide(state, new JobIntent.DuplicateOf(original), null);
      }
      case PartitionReply.Queued _,
          PartitionReply.Done _,
          PartitionReply.StaleTasks _,
          PartitionReply.Resizes _,
          PartitionReply.Refused _ -> {
        answerSubmitters(new JobAnswer.Submitted(job));
        yield Effect().none();
      }
    };
  }

  /**
   * Its partition refuses it for good, or has no room for it now. In that case a job that this
   * incarnation has made, and that was not acknowledged, is refused; one that may have been
   * acknowledged asks again.
   */
  private Effect<JobEvent, JobState> refused(JobState state, Refusal refusal) {
    boolean busy = refusal.kind() == Refusal.Kind.UNAVAILABLE;
    settledWithPartition |= state.phase() == Phase.PENDING && !busy;
    boolean fresh = unacknowledged && state.phase() == Phase.PENDING && state.attempt() == 1;
    answerSubmitters(new JobAnswer.Refused(refusal));
    return !busy || fresh
        ? decide(state, new JobIntent.RefusedByPartition(refusal.reason()), null)
        : Effect().none();
  }

  private Effect<JobEvent, JobState> releaseConfirmed(
      JobState state, JobCommand.ReleaseConfirmed confirmed) {
    if (state.over() && confirmed.attempt() >= state.attempt()) {
      settledWithPartition = true;
      timers.cancel(JobCommand.Remind.INSTANCE);
    }
    return Effect().none();
  }

  private Effect<JobEvent, JobState> remind(JobState state) {
    sent.clear();
    sendOwed(state);
    return Effect().none();
  }

  private Effect<JobEvent, JobState> idle(JobState state) {
    boolean restful = !state.holdsNodes() && (settledWithPartition || state.phase() == Phase.NEW);
    if (restful && submitters.isEmpty()) {
      shard.tell(new ClusterSharding.Passivate<>(context.getSelf()));
    }
    return Effect().none();
  }

  private Effect<JobEvent, JobState> decide(
      JobState state, JobIntent intent, @Nullable ActorRef<JobAnswer> replyTo) {
    JobOutcome outcome =
        settings
            .requeues()
            .pace(state, JobLifecycle.decide(state, intent, settings.clock().instant()));
    if (outcome.events().isEmpty()) {
      afterDecision(state, state, outcome, replyTo);
      return Effect().none();
    }
    return Effect()
        .persist(outcome.events())
        .thenRun(newState -> afterDecision(state, newState, outcome, replyTo));
  }

  private void afterDecision(
      JobState before, JobState state, JobOutcome outcome, @Nullable ActorRef<JobAnswer> replyTo) {
    if (before.phase() != state.phase() || before.attempt() != state.attempt()) {
      settledWithPartition = false;
      sent.clear();
    } else if (before.term() != state.term()) {
      sent.clear();
    }
    for (JobOrder order : outcome.once()) {
      launches.send(state, order);
    }
    if (replyTo != null) {
      replyTo.tell(answer(state, outcome.reply()));
    }
    sendOwed(state);
    if (!outcome.events().isEmpty()) {
      tellApplication(state, false);
    }
  }

  private JobAnswer answer(JobState state, JobReply reply) {
    return switch (reply) {
      case JobReply.Done _ -> new JobAnswer.Details(JobDetailsOf.state(state, settings));
      case JobReply.StepMade(int step) -> new JobAnswer.StepMade(step);
      case JobReply.Duplicate(JobId original) -> new JobAnswer.Submitted(original);
      case JobReply.Refused(Refusal refusal) -> new JobAnswer.Refused(refusal);
    };
  }

  private void sendOwed(JobState state) {
    limit.watch(state);
    List<JobOrder> owed = settledWithPartition ? List.of() : JobOrders.owed(state);
    if (owed.isEmpty()) {
      timers.cancel(JobCommand.Remind.INSTANCE);
      return;
    }
    for (JobOrder order : owed) {
      if (sent.add(order)) {
        launches.send(state, order);
      }
    }
    if (!timers.isTimerActive(JobCommand.Remind.INSTANCE)) { // news must not put it off
      timers.startTimerWithFixedDelay(JobCommand.Remind.INSTANCE, settings.remindEvery());
    }
  }

  private void answerSubmitters(JobAnswer answer) {
    unacknowledged &= !(answer instanceof JobAnswer.Submitted);
    submitters.forEach(submitter -> submitter.tell(answer));
    submitters.clear();
  }
}
