package io.pliant.actors.partition;

import io.pliant.actors.journal.JobsInLedgerWrites;
import io.pliant.actors.journal.JournalTags;
import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.LogContext;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.NodeName;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.plan.CheckedPlan;
import io.pliant.core.plan.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
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
  private final JointWrite joint;
  private final Lookout lookout;
  private final EnergyAccounts energy;
  private final GrantNotices grants;
  private final WrittenEvents written;
  private final LedgerOrders orders;
  private final LedgerQuestions questions;
  private final Takeover takeover;
  private final PackDesk packs;
  private final PoolDesk pool;
  private final FollowedJobs followed;
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
    this.packs = new PackDesk(environment.peers());
    this.pool = new PoolDesk(environment, batch, timers, context.getSelf(), context.getLog());
    this.rounds = new RoundSchedule(environment, context, timers, lookout, packs, pool);
    this.joint = new JointWrite(rounds, batch, timers);
    this.energy = new EnergyAccounts(environment.peers(), context.getLog());
    this.grants = new GrantNotices(environment.peers());
    this.written =
        new WrittenEvents(
            grants,
            rounds,
            context.getLog(),
            new MeteredEvents(environment.settings().name(), environment.meter()));
    this.followed =
        new FollowedJobs(environment.settings().name(), JobsInLedgerWrites.of(context.getSystem()));
    this.orders =
        new LedgerOrders(
            environment, batch, rounds, lookout, grants, pool, followed, context.getSelf());
    this.questions = new LedgerQuestions(environment, rounds, lookout, pool);
    this.takeover = new Takeover(environment.epoch(), timers, context.getSelf());
    this.front = front;
  }

  /** The ledger behind a front, through which all commands from outside come. */
  static Behavior<PartitionCommand> create(
      PartitionEnvironment environment, ActorRef<PartitionCommand> front) {
    return LogContext.of(
        environment.settings().name(),
        PartitionCommand.class,
        Behaviors.setup(context ->
            Behaviors.withTimers(
                timers -> new PartitionEntity(environment, context, timers, front))));
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
  public String journalPluginId() {
    return JobsInLedgerWrites.of(context.getSystem()).ledgerPlugin();
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
        .onSignal(PostStop.instance(), _ -> followed.closed())
        .build();
  }

  private void recovered() {
    energy.reset();
    rounds.reset();
    packs.reset();
    pool.reset();
    batch.reset();
    joint.written();
    written.reset();
    takeover.forget();
    followed.open();
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
    LogContext.term(state.term());
    return switch (command) {
      case PartitionCommand.Flush _ -> takeover.begun() ? flush(state) : Effect().none();
      case PartitionCommand.PlanReady ready -> carryOut(state, ready);
      case PartitionCommand.Order order -> only(() -> orders.take(state, order));
      case PartitionCommand.Question question -> only(() -> questions.answer(state, question));
      case PartitionCommand.Sighting sighting -> only(() -> seen(state, sighting));
      case PartitionCommand.Reminder reminder -> only(() -> reminded(state, reminder));
      case PartitionCommand.OfFront _ ->
          throw new IllegalStateException("Expected the front to keep this to itself: " + command);
    };
  }

  private Effect<PartitionEvent, PartitionState> only(Runnable what) {
    what.run();
    return Effect().none();
  }

  private void seen(PartitionState state, PartitionCommand.Sighting sighting) {
    switch (sighting) {
      case PartitionCommand.Measured measured -> lookout.take(state, measured);
      case PartitionCommand.BoundsReported bounds -> rounds.told(bounds, state);
      case PartitionCommand.PowerSeen power -> {
        lookout.take(power);
        energy.take(state, power, now());
      }
      case PartitionCommand.PackTold pack -> rounds.told(pack, state);
      case PartitionCommand.PoolSaid said -> pool.hear(said.word());
    }
  }

  private void reminded(PartitionState state, PartitionCommand.Reminder reminder) {
    switch (reminder) {
      case PartitionCommand.TakeOver _ -> takeOver();
      case PartitionCommand.WatchNodes _ -> {
        watchNodes(state);
        grants.tellOfDeadlines(state, now());
        packs.tell(now());
        pool.tick();
        rounds.watch(state);
        rounds.lookAtPower(state);
      }
      case PartitionCommand.Audit _ -> grants.tellAll(state);
      case PartitionCommand.RoundDue _ -> rounds.due(state);
      case PartitionCommand.PlanFailed failed -> rounds.failed(failed);
      case PartitionCommand.Mark m ->
          front.tell(new PartitionCommand.Through(m.incarnation(), m.commands()));
    }
  }

  private void watchNodes(PartitionState state) {
    questions.look(now());
    if (takeover.outlived(state)) {
      takeOver();
    }
    for (NodeName node : lookout.silent(state)) {
      orders.collect(
          new PartitionIntent.NodeLost(
              node, "no heartbeat for " + environment.nodeTimeout().toSeconds() + " s"),
          _ -> rounds.want(Trigger.NODE_CHANGED));
    }
    energy
        .due(state, now())
        .forEach(due -> orders.collect(due, reply -> energy.decided(due, reply)));
  }

  private Effect<PartitionEvent, PartitionState> flush(PartitionState state) {
    return joint.waits(state, now()) ? Effect().none() : write(state, batch.decide(state, now()));
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
      PartitionState before, IntentBatch.Decided batched) {
    joint.written();
    IntentBatch.Decided decided = pool.deal(before, batched, rounds, now());
    followed.decided(!decided.events().isEmpty());
    if (decided.events().isEmpty()) {
      afterWrite(before, decided);
      return Effect().none();
    }
    return Effect().persist(decided.events()).thenRun(state -> afterWrite(state, decided));
  }

  private void afterWrite(PartitionState state, IntentBatch.Decided decided) {
    batch.written(state);
    rounds.wantNothingMoreFor(decided.seen());
    decided.replies().forEach(Runnable::run);
    decided.events().forEach(event -> written.follow(state, event));
    grants.tellElements(state, decided.events());
    if (batch.waiting()) {
      context.getSelf().tell(PartitionCommand.Flush.INSTANCE);
    }
    rounds.start(state);
  }

  private Instant now() {
    return environment.clock().instant();
  }
}
