package io.pliant.actors.job;

import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.LogContext;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.JobId;
import io.pliant.core.id.Refusal;
import io.pliant.core.job.Dependencies;
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
import io.pliant.core.job.Packs;
import io.pliant.core.partition.PartitionReply;
import java.util.Set;
import java.util.function.BiConsumer;
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
  private final ActorRef<ClusterSharding.ShardCommand> shard;
  private final JobEnvironmentSettings settings;
  private final JobLaunches launches;
  private final OwedJobOrders owed;
  private final Submission submission;
  private final ChangeTalk changes;
  private final JobAnswers answers;
  private final JobMails mails;
  private final ElementTalk elements;
  private final DependencyTalk dependencies;
  private final DependentsTalk dependents;
  private final PackTalk packs;
  private final ForeignReports foreign;

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
    this.shard = shard;
    this.settings = settings;
    this.launches = new JobLaunches(job, context, settings);
    this.owed = new OwedJobOrders(job, context, timers, launches, settings);
    this.answers = new JobAnswers(job, settings);
    this.mails = new JobMails(timers, settings);
    this.elements = new ElementTalk(job, settings.peers(), answers);
    this.submission = new Submission(job, owed, answers);
    this.changes = new ChangeTalk(owed, answers, settings, timers);
    this.dependencies = new DependencyTalk(job, settings.peers(), submission);
    this.dependents = new DependentsTalk(job, timers, settings);
    this.packs = new PackTalk(timers, settings);
    this.foreign = new ForeignReports(context.getLog());
  }

  public static Behavior<JobCommand> create(
      JobId job, ActorRef<ClusterSharding.ShardCommand> shard, JobEnvironmentSettings settings) {
    return LogContext.of(
        job,
        JobCommand.class,
        Behaviors.setup(context ->
            Behaviors.withTimers(timers -> {
              context.setReceiveTimeout(settings.idleAfter(), JobCommand.Idle.INSTANCE);
              return new JobEntity(job, context, timers, shard, settings);
            })));
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
    return newSignalHandlerBuilder()
        .onSignal(
            RecoveryCompleted.instance(),
            state -> {
              owed.recovered(state);
              mails.watch(state);
              dependents.send(state);
              rest(state);
            })
        .build();
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
      case JobCommand.Submit c -> decide(state, submission.asked(state, c));
      case JobCommand.Cancel c ->
          decide(
              state,
              new JobIntent.Cancel(c.by(), c.operator(), c.signal(), c.scope()),
              c.replyTo());
      case JobCommand.Requeue c ->
          decide(
              state,
              new JobIntent.Requeue(c.by(), c.operator(), Boolean.TRUE.equals(c.hold())),
              c.replyTo());
      case JobCommand.SetSuspended c ->
          decide(state, new JobIntent.SetSuspended(c.by(), c.operator(), c.still()), c.replyTo());
      case JobCommand.Onlook c -> decide(state, c.intent(), c.replyTo());
      case JobCommand.CreateStep c ->
          decide(
              state,
              new JobIntent.CreateStep(c.by(), c.operator(), c.request(), settings.steps()),
              c.replyTo());
      case JobCommand.SetHeld c -> setHeld(state, c);
      case JobCommand.GetDetails c -> details(state, c);
      case JobCommand.Change c -> change(state, c);
      case JobCommand.EnqueueAnswered c -> enqueueAnswered(state, c);
      case JobCommand.RevisionTaken c -> only(() -> packs.revised(state, c, owed, changes));
      case JobCommand.HeldAnswered c -> heldAnswered(state, c);
      case JobCommand.ReleaseConfirmed c -> only(() -> packs.released(state, c, owed));
      case JobCommand.ShareStands c -> only(() -> packs.stands(state, c.stand()));
      case JobCommand.PackDue _ -> decide(state, packs.due(state));
      case JobCommand.Granted c -> granted(state, c.intent());
      case JobCommand.AskElement c -> only(() -> elements.tell(state, c.element()));
      case JobCommand.BeElement c -> decide(state, elements.told(c));
      case JobCommand.EndElement c -> decide(state, new JobIntent.EndWithArray(c.by()));
      case JobCommand.AllOver c -> decide(state, new JobIntent.AllOver(c.results(), c.failed()));
      case JobCommand.OfDependency c -> ofDependency(state, c);
      case JobCommand.CancelElements c -> only(() -> elements.cancel(state, c));
      case JobCommand.ElementsAnswered c -> only(() -> elements.answered(state, c));
      case JobCommand.Reported c -> reported(state, c.intent());
      case JobCommand.Adapt c ->
          toPartition(
              state,
              HoldRules.resize(state, c.by(), c.operator()),
              c.replyTo(),
              new PartitionCommand.OrderResize(job, c.nodes(), c.replyTo()));
      case JobCommand.TellApplication _ -> only(() -> owed.tellApplication(state, true));
      case JobCommand.OfApplication c -> decide(state, c.intent(), null);
      case JobCommand.PayloadRead c -> only(() -> launches.payloadRead(c, () -> owed.send(state)));
      case JobCommand.DeadlinePassed late ->
          decide(state, new JobIntent.DeadlinePassed(late.attempt()), null);
      case JobCommand.LimitDue due -> decide(state, new JobIntent.LimitPassed(due.attempt()), null);
      case JobCommand.LimitPartDue due -> only(() -> mails.due(state, due));
      case JobCommand.Remind _ -> only(() -> owed.repeat(state));
      case JobCommand.Idle _ -> idle(state);
      case JobCommand.Stop _ -> Effect().stop();
    };
  }

  private Effect<JobEvent, JobState> granted(JobState state, JobIntent.Granted grant) {
    submission.taken();
    return decide(state, packs.granted(state, elements.granted(state, grant)));
  }

  private Effect<JobEvent, JobState> setHeld(JobState state, JobCommand.SetHeld c) {
    JobReply atOnce = HoldRules.hold(state, c.by(), c.operator(), c.held());
    if (atOnce == null && Packs.spread(state) != null) {
      return decide(state, new JobIntent.HoldChanged(c.held(), c.by()), c.replyTo());
    }
    return toPartition(
        state,
        atOnce,
        c.replyTo(),
        new PartitionCommand.SetHeld(job, c.held(), c.by(), c.replyTo()));
  }

  private Effect<JobEvent, JobState> change(JobState state, JobCommand.Change c) {
    return decideThen(
        state, changes.intent(state, c), (now, reply) -> changes.decided(now, reply, c));
  }

  private Effect<JobEvent, JobState> toPartition(
      JobState state,
      @Nullable JobReply atOnce,
      ActorRef<JobAnswer> replyTo,
      PartitionCommand order) {
    if (atOnce == null) {
      settings.peers().tell(state.submittedSpec().partition(), order);
    } else {
      replyTo.tell(answers.to(state, atOnce));
    }
    return Effect().none();
  }

  private Effect<JobEvent, JobState> reported(JobState state, JobIntent.Reported told) {
    foreign.look(state, told.report());
    owed.termsTaken(state, told.report(), told.terms());
    return decide(state, told, null);
  }

  private Effect<JobEvent, JobState> enqueueAnswered(
      JobState state, JobCommand.EnqueueAnswered ofOne) {
    JobCommand.EnqueueAnswered answer = packs.answered(state, ofOne);
    if (answer == null) {
      return Effect().none();
    }
    JobIntent next = submission.answered(state, answer);
    dependencies.confirm(state, owed.settled());
    changes.settle(state);
    if (owed.settled()) {
      dependents.early().forEach(context.getSelf()::tell);
    }
    return decide(state, next);
  }

  private Effect<JobEvent, JobState> heldAnswered(JobState state, JobCommand.HeldAnswered answer) {
    if (answer.reply() instanceof PartitionReply.Refused(Refusal refusal)) {
      answer.replyTo().tell(new JobAnswer.Refused(refusal));
      return Effect().none();
    }
    return decide(state, new JobIntent.HoldChanged(answer.held(), answer.by()), answer.replyTo());
  }

  private Effect<JobEvent, JobState> ofDependency(JobState state, JobCommand.OfDependency command) {
    return switch (command) {
      case JobCommand.Watch c -> watch(state, c);
      case JobCommand.TargetStands c -> {
        JobCommand.Change whole = changes.answered(c.standing());
        yield whole == null
            ? decide(state, dependencies.told(state, c.standing()))
            : change(state, whole);
      }
      case JobCommand.AskTargets _ -> only(() -> changes.ask(state));
      case JobCommand.StandingTaken c -> decide(state, dependents.taken(state, c));
      case JobCommand.ElementsStand c -> only(() -> dependents.stand(c.standing()));
      case JobCommand.TellOn _ -> only(() -> tellOn(state));
      case JobCommand.RemindDependents _ -> only(() -> dependents.repeat(state));
      case JobCommand.TellDependents _ -> only(() -> dependents.send(state));
    };
  }

  /** Being woken, it has told them again; once all know, its partition need not wake it. */
  private void tellOn(JobState state) {
    if (state.over() && state.dependents().jobs().isEmpty()) {
      launches.send(state, Dependencies.endTelling(state));
    }
  }

  /** Another job asks how this one stands, and waits for it. */
  private Effect<JobEvent, JobState> watch(JobState state, JobCommand.Watch asked) {
    JobIntent.Watch intent = new JobIntent.Watch(asked.dependent(), asked.elements(), asked.uid());
    if (state.phase() == Phase.NEW) {
      dependents.refuse(asked.dependent(), "there is no job " + job + ".");
      return elements.asks() ? Effect().none() : Effect().stop();
    }
    if (state.phase() == Phase.PENDING && !owed.settled()) {
      return only(() -> dependents.putOff(asked));
    }
    String refusal = Dependencies.refusal(state, intent);
    if (refusal != null) {
      dependents.refuse(asked.dependent(), refusal);
      return Effect().none();
    }
    dependents.answer(state, asked);
    return decide(state, intent);
  }

  private Effect<JobEvent, JobState> details(JobState state, JobCommand.GetDetails command) {
    command.replyTo().tell(answers.details(state));
    return state.phase() == Phase.NEW && !elements.asks() ? Effect().stop() : Effect().none();
  }

  private Effect<JobEvent, JobState> only(Runnable what) {
    what.run();
    return Effect().none();
  }

  /** Many jobs may end in a short time, and few of them are asked for again. */
  private void rest(JobState state) {
    if (state.over()) {
      context.setReceiveTimeout(settings.overAfter(), JobCommand.Idle.INSTANCE);
    }
  }

  private Effect<JobEvent, JobState> idle(JobState state) {
    boolean restful = !state.holdsNodes() && (owed.settled() || state.phase() == Phase.NEW);
    if (restful
        && dependents.settled(state)
        && packs.nobodyHolds(state)
        && submission.nobodyWaits()
        && changes.nobodyWaits()) {
      shard.tell(new ClusterSharding.Passivate<>(context.getSelf()));
    }
    return Effect().none();
  }

  private Effect<JobEvent, JobState> decide(JobState state, @Nullable JobIntent intent) {
    return intent == null ? Effect().none() : decide(state, intent, null);
  }

  private Effect<JobEvent, JobState> decide(
      JobState state, JobIntent intent, @Nullable ActorRef<JobAnswer> replyTo) {
    return decideThen(
        state,
        intent,
        (now, reply) -> {
          if (replyTo != null) {
            replyTo.tell(answers.to(now, reply));
          }
        });
  }

  private Effect<JobEvent, JobState> decideThen(
      JobState state, JobIntent intent, BiConsumer<JobState, JobReply> replying) {
    JobOutcome outcome =
        settings
            .requeues()
            .pace(state, JobLifecycle.decide(state, intent, settings.clock().instant()));
    if (outcome.events().isEmpty()) {
      afterDecision(state, state, outcome, replying);
      return Effect().none();
    }
    owed.sayEarly(state, outcome.events());
    return Effect()
        .persist(outcome.events())
        .thenRun(newState -> afterDecision(state, newState, outcome, replying));
  }

  private void afterDecision(
      JobState before,
      JobState state,
      JobOutcome outcome,
      BiConsumer<JobState, JobReply> replying) {
    if (!before.over()) {
      rest(state);
    }
    owed.follow(before, state);
    mails.follow(before, outcome.events(), state);
    for (JobOrder order : outcome.once()) {
      launches.send(state, order);
    }
    replying.accept(state, outcome.reply());
    owed.send(state);
    changes.settle(state);
    dependencies.confirm(state, owed.settled());
    dependents.send(state);
    if (!outcome.events().isEmpty()) {
      owed.tellApplication(state, false);
    }
  }
}
