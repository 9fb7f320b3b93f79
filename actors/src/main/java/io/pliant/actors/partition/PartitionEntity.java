package io.pliant.actors.partition;

import io.pliant.actors.api.Answer.Rejection;
import io.pliant.actors.journal.JournalTags;
import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.plan.CheckedPlan;
import io.pliant.core.plan.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.RecoveryCompleted;
import org.apache.pekko.persistence.typed.SnapshotAdapter;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.Effect;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.RetentionCriteria;
import org.apache.pekko.persistence.typed.javadsl.SignalHandler;

/**
 * The shell of one partition. Intents that arrive while a write is under way are collected and
 * decided together, so that one write carries many submissions and completions; replies and orders
 * follow the write. Scheduling rounds run beside the actor on an immutable view.
 */
public final class PartitionEntity
    extends EventSourcedBehavior<PartitionCommand, PartitionEvent, PartitionState> {
  private static final Duration WATCH_EVERY = Duration.ofSeconds(1);
  private static final int EVENTS_PER_SNAPSHOT = 2_000;

  private final PartitionEnvironment environment;
  private final ActorContext<PartitionCommand> context;
  private final TimerScheduler<PartitionCommand> timers;
  private final IntentBatch batch;
  private final RoundSchedule rounds;
  private final Lookout lookout;
  private final EnergyAccounts energy;
  private final GrantNotices grants;
  private final QueuePages queue;
  private final Takeover takeover;
  private final ActorRef<PartitionCommand> front;

  private PartitionEntity(
      PartitionEnvironment environment,
      ActorContext<PartitionCommand> context,
      TimerScheduler<PartitionCommand> timers,
      ActorRef<PartitionCommand> front) {
    super(
        PersistenceId.of(EntityKeys.PARTITION.name(), environment.settings().name().value()),
        SupervisorStrategy.restartWithBackoff(
            environment.restartAfter(), environment.restartAfter().multipliedBy(20), 0.2));
    this.environment = environment;
    this.context = context;
    this.timers = timers;
    this.batch = new IntentBatch(new PartitionLifecycle(environment.settings()));
    this.lookout = new Lookout(environment, WATCH_EVERY, context.getLog());
    this.rounds = new RoundSchedule(environment, context, timers, lookout);
    this.energy = new EnergyAccounts(environment.peers(), context.getLog());
    this.grants = new GrantNotices(environment.peers());
    this.queue = new QueuePages(environment.settings());
    this.takeover = new Takeover(environment.epoch(), timers, context.getSelf());
    this.front = front;
  }

  /** The ledger behind a front, through which all commands from outside come. */
  static Behavior<PartitionCommand> create(
      PartitionEnvironment environment, ActorRef<PartitionCommand> front) {
    return Behaviors.setup(context ->
        Behaviors.withTimers(timers -> new PartitionEntity(environment, context, timers, front)));
  }

  @Override
  public PartitionState emptyState() {
    return PartitionState.empty(environment.settings().name());
  }

  @Override
  public EventHandler<PartitionState, PartitionEvent> eventHandler() {
    return PartitionState::evolve;
  }

  @Override
  public CommandHandler<PartitionCommand, PartitionEvent, PartitionState> commandHandler() {
    return this::onCommand;
  }

  @Override
  public Set<String> tagsFor(PartitionEvent event) {
    return JournalTags.of(event);
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(EVENTS_PER_SNAPSHOT, 2);
  }

  @Override
  public SnapshotAdapter<PartitionState> snapshotAdapter() {
    return new LedgerSnapshots();
  }

  @Override
  public SignalHandler<PartitionState> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(RecoveryCompleted.instance(), _ -> recovered())
        .build();
  }

  private void recovered() {
    energy.reset();
    rounds.reset();
    batch.reset();
    takeover.forget();
    takeOver();
  }

  /** The first write of an incarnation raises the term; nothing else is decided before it. */
  private void takeOver() {
    takeover.begin(
        batch,
        _ -> {
          front.tell(PartitionCommand.Open.INSTANCE);
          timers.startTimerWithFixedDelay(PartitionCommand.WatchNodes.INSTANCE, WATCH_EVERY);
          timers.startTimerWithFixedDelay(
              PartitionCommand.Audit.INSTANCE, Duration.ZERO, environment.auditEvery());
          rounds.want(Trigger.PERIODIC);
        });
  }

  private Effect<PartitionEvent, PartitionState> onCommand(
      PartitionState state, PartitionCommand command) {
    return switch (command) {
      case PartitionCommand.Flush _ -> takeover.begun() ? flush(state) : Effect().none();
      case PartitionCommand.PlanReady ready -> carryOut(state, ready);
      case PartitionCommand.TakeOver _ -> {
        takeOver();
        yield Effect().none();
      }
      default -> {
        collectOrAnswer(state, command);
        yield Effect().none();
      }
    };
  }

  private void collectOrAnswer(PartitionState state, PartitionCommand command) {
    switch (command) {
      case PartitionCommand.OfJob(PartitionIntent.OfJob intent) ->
          collect(known(state, intent), reply -> answerJob(intent, reply));
      case PartitionCommand.Consider c -> batch.consider(c, state, now());
      case PartitionCommand.SetHeld c ->
          collect(
              new PartitionIntent.SetHeld(c.job(), c.held()),
              reply -> {
                tell(c.job(), new JobCommand.HeldAnswered(c.held(), c.by(), reply, c.replyTo()));
                rounds.want(Trigger.JOB_CHANGED);
              });
      case PartitionCommand.OrderResize c ->
          collect(
              new PartitionIntent.BeginResizes(
                  List.of(
                      new PartitionIntent.Resizing(
                          c.job(), c.nodes(), true, null, lookout.mtct(state, c.job())))),
              reply -> ResizeAnswers.toOperator(c, reply));
      case PartitionCommand.Measured c -> lookout.take(state, c);
      case PartitionCommand.NodeSeen c -> nodeSeen(c);
      case PartitionCommand.PowerSeen c -> powerSeen(state, c);
      case PartitionCommand.BoundsReported c -> rounds.told(c, state);
      case PartitionCommand.Drain _, PartitionCommand.Resume _, PartitionCommand.RemoveNode _ ->
          ofOperators(command);
      case PartitionCommand.WatchNodes _ -> {
        watchNodes(state);
        rounds.watch(state);
        rounds.lookAtPower(state);
      }
      case PartitionCommand.Audit _ -> grants.tellAll(state);
      case PartitionCommand.RoundDue _ -> rounds.due(state);
      case PartitionCommand.PlanFailed failed -> rounds.failed(failed);
      case PartitionCommand.Mark m ->
          front.tell(new PartitionCommand.Through(m.incarnation(), m.commands()));
      case PartitionCommand.GetQueue c -> tellPage(state, c);
      case PartitionCommand.GetNodes c -> c.replyTo().tell(listings().nodes(state, c));
      case PartitionCommand.GetSummary c -> c.replyTo().tell(listings().summary(state));
      case PartitionCommand.Why c -> c.replyTo().tell(listings().why(state, c.job(), queue));
      case PartitionCommand.Flush _,
          PartitionCommand.PlanReady _,
          PartitionCommand.TakeOver _,
          PartitionCommand.Through _,
          PartitionCommand.Open _,
          PartitionCommand.Gone _,
          PartitionCommand.LookIn _ ->
          throw new IllegalStateException("handled before: " + command);
    }
  }

  private void ofOperators(PartitionCommand command) {
    switch (command) {
      case PartitionCommand.Drain c ->
          collect(
              new PartitionIntent.Drain(c.node(), c.reason(), c.by().name()),
              reply -> answerNode(c.node(), reply, c.replyTo()));
      case PartitionCommand.Resume c ->
          collect(
              new PartitionIntent.Resume(c.node(), c.by().name()),
              reply -> answerNode(c.node(), reply, c.replyTo()));
      case PartitionCommand.RemoveNode c ->
          collect(
              new PartitionIntent.RemoveNode(c.node(), c.force(), c.by().name()),
              reply -> NodeAnswers.removed(c, reply, rounds));
      default -> throw new IllegalStateException("no order of an operator: " + command);
    }
  }

  /** With what the program is measured at, of which the partition knows for which size it is. */
  private PartitionIntent.OfJob known(PartitionState state, PartitionIntent.OfJob intent) {
    return intent instanceof PartitionIntent.AskResize ask
        ? ask.measuredAt(lookout.mtct(state, ask.attempt().job()))
        : intent;
  }

  /** What follows when a job's intent is durable. */
  private void answerJob(PartitionIntent.OfJob intent, PartitionReply reply) {
    JobId job = intent.attempt().job();
    int attempt = intent.attempt().attempt();
    switch (intent) {
      case PartitionIntent.Enqueue _ -> {
        tell(job, new JobCommand.EnqueueAnswered(attempt, reply));
        rounds.want(Trigger.JOB_SUBMITTED);
      }
      case PartitionIntent.Release _ -> {
        tell(job, new JobCommand.ReleaseConfirmed(attempt));
        rounds.want(Trigger.JOB_ENDED);
      }
      case PartitionIntent.AskResize ask ->
          ResizeAnswers.toProgram(environment.peers(), ask, reply);
      case PartitionIntent.CloseResize _ -> rounds.want(Trigger.JOB_CHANGED);
      case PartitionIntent.ReturnNode _ -> {
        grants.tell(batch.latest(), job);
        rounds.want(Trigger.JOB_ENDED);
      }
    }
  }

  private void tellPage(PartitionState state, PartitionCommand.GetQueue query) {
    query.replyTo().tell(queue.page(state, query, listings()::reason, now()));
  }

  private void tell(JobId job, JobCommand answer) {
    environment.peers().tell(job, answer);
  }

  private void powerSeen(PartitionState state, PartitionCommand.PowerSeen seen) {
    lookout.take(seen);
    energy.take(state, seen, now());
  }

  private void nodeSeen(PartitionCommand.NodeSeen seen) {
    lookout.take(seen);
    List<AttemptId> running = seen.running().stream().map(StepId::attemptId).distinct().toList();
    collect(
        new PartitionIntent.NodeSeen(
            seen.node(), seen.description().capacity(), running, seen.health()),
        reply -> NodeAnswers.toNode(environment, seen, reply, batch.latest().term()));
  }

  private void answerNode(NodeName node, PartitionReply reply, ActorRef<PartitionAnswer> replyTo) {
    rounds.want(Trigger.NODE_CHANGED);
    replyTo.tell(
        reply instanceof PartitionReply.UnknownNode(String reason)
            ? new PartitionAnswer.Refused(Rejection.NOT_FOUND, reason)
            : listings().node(batch.latest(), node));
  }

  private void watchNodes(PartitionState state) {
    queue.look(now());
    if (takeover.outlived(state)) {
      takeOver();
    }
    for (NodeName node : lookout.silent(state)) {
      collect(
          new PartitionIntent.NodeLost(
              node, "no heartbeat for " + environment.nodeTimeout().toSeconds() + " s"),
          _ -> rounds.want(Trigger.NODE_CHANGED));
    }
    energy.due(state, now()).forEach(due -> collect(due, reply -> energy.decided(due, reply)));
  }

  private void collect(PartitionIntent intent, Consumer<PartitionReply> afterwards) {
    if (batch.add(intent, afterwards)) {
      context.getSelf().tell(PartitionCommand.Flush.INSTANCE);
    }
  }

  private Effect<PartitionEvent, PartitionState> flush(PartitionState state) {
    return write(state, batch.decide(state, now()));
  }

  private Effect<PartitionEvent, PartitionState> carryOut(
      PartitionState state, PartitionCommand.PlanReady ready) {
    if (!rounds.current(ready.round())) {
      return Effect().none();
    }
    IntentBatch.Decided before = batch.decide(state, now());
    CheckedPlan checked = rounds.accept(ready, before.state(), now());
    IntentBatch.Decided started = batch.plusStarts(before, checked.starts(), now());
    boolean keeps = environment.policy().keepsPromises();
    IntentBatch.Decided promised =
        batch.plusPromises(started, keeps ? ready.plan().promises() : List.of(), now());
    List<PartitionIntent.Resizing> resizings = rounds.resizings(checked, before.state());
    return write(state, batch.plusResizes(promised, resizings, rounds::resizesAnswered, now()));
  }

  private Effect<PartitionEvent, PartitionState> write(
      PartitionState before, IntentBatch.Decided decided) {
    if (decided.events().isEmpty()) {
      afterWrite(before, decided);
      return Effect().none();
    }
    return Effect().persist(decided.events()).thenRun(state -> afterWrite(state, decided));
  }

  private void afterWrite(PartitionState state, IntentBatch.Decided decided) {
    batch.written(state);
    decided.replies().forEach(Runnable::run);
    for (PartitionEvent event : decided.events()) {
      grants.follow(state, event);
      switch (event) {
        case PartitionEvent.ResizeBegun e -> rounds.begun(e.job());
        case PartitionEvent.NodeClosed e ->
            context.getLog().warn("node {} is closed to new jobs: {}", e.node(), e.reason());
        case PartitionEvent.NodeOpened e -> {
          context.getLog().info("node {} is open again: {}", e.node(), e.reason());
          rounds.want(Trigger.NODE_CHANGED);
        }
        case PartitionEvent.NodeRegistered _, PartitionEvent.NodeCameUp _ ->
            rounds.want(Trigger.NODE_CHANGED);
        default -> {}
      }
    }
    if (batch.waiting()) {
      context.getSelf().tell(PartitionCommand.Flush.INSTANCE);
    }
    rounds.start(state);
  }

  private PartitionListings listings() {
    return new PartitionListings(environment, lookout.seen(), rounds, now());
  }

  private Instant now() {
    return environment.clock().instant();
  }
}
