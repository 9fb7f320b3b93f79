package io.pliant.actors.application;

import io.pliant.actors.protocol.ApplicationAnswer;
import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.Waits;
import io.pliant.api.AdaptationStatus;
import io.pliant.core.adaptation.ApplicationEvent;
import io.pliant.core.adaptation.ApplicationLifecycle;
import io.pliant.core.adaptation.ApplicationOrder;
import io.pliant.core.adaptation.ApplicationOrders;
import io.pliant.core.adaptation.ApplicationState;
import io.pliant.core.adaptation.JobStanding;
import io.pliant.core.adaptation.NodeOrders;
import io.pliant.core.adaptation.ProgramReports;
import io.pliant.core.adaptation.RepeatPace;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobIntent;
import io.pliant.core.partition.PartitionIntent;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * The shell of a malleable program's dialogue: takes in what job, partition and agents say,
 * persists what {@link ApplicationLifecycle} makes of it, and sends what {@link ApplicationOrders}
 * says is owed, again from time to time: the more seldom, the longer nothing has happened. Agents'
 * reports bring it back after a fail-over.
 */
public final class ApplicationEntity
    extends EventSourcedBehavior<ApplicationCommand, ApplicationEvent, ApplicationState> {
  private static final int SECRET_BYTES = 16;

  private final JobId job;
  private final ActorContext<ApplicationCommand> context;
  private final TimerScheduler<ApplicationCommand> timers;
  private final ActorRef<ClusterSharding.ShardCommand> shard;
  private final ApplicationSettings settings;
  private final Set<ApplicationOrder> sent = new HashSet<>();
  private ProgramReports sights = ProgramReports.none(0);
  private final Map<NodeName, Instant> asked = new HashMap<>();
  private RepeatPace pace;
  private @Nullable NodeOrders toNodes;

  private ApplicationEntity(
      JobId job,
      ActorContext<ApplicationCommand> context,
      TimerScheduler<ApplicationCommand> timers,
      ActorRef<ClusterSharding.ShardCommand> shard,
      ApplicationSettings settings) {
    super(
        PersistenceId.of(EntityKeys.APPLICATION.name(), job.toString()),
        SupervisorStrategy.restartWithBackoff(
            settings.restartAfter(), settings.restartAfter().multipliedBy(20), 0.2));
    this.job = job;
    this.context = context;
    this.timers = timers;
    this.shard = shard;
    this.settings = settings;
    this.pace = RepeatPace.from(settings.remindEvery());
  }

  public static Behavior<ApplicationCommand> create(
      JobId job, ActorRef<ClusterSharding.ShardCommand> shard, ApplicationSettings settings) {
    return Behaviors.setup(context ->
        Behaviors.withTimers(timers -> {
          context.setReceiveTimeout(settings.idleAfter(), ApplicationCommand.Idle.INSTANCE);
          return new ApplicationEntity(job, context, timers, shard, settings);
        }));
  }

  @Override
  public ApplicationState emptyState() {
    return ApplicationState.unknown(job);
  }

  @Override
  public EventHandler<ApplicationState, ApplicationEvent> eventHandler() {
    return ApplicationState::evolve;
  }

  @Override
  public CommandHandler<ApplicationCommand, ApplicationEvent, ApplicationState> commandHandler() {
    return this::onCommand;
  }

  @Override
  public SignalHandler<ApplicationState> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(RecoveryCompleted.instance(), this::recovered)
        .build();
  }

  @Override
  public String snapshotPluginId() {
    return "pekko.persistence.no-snapshot-store";
  }

  private void recovered(ApplicationState state) {
    sights = ProgramReports.none(state.attempt());
    pace = pace.news();
    asked.clear();
    if (state.attempt() > 0) {
      settings.peers().tell(job, new JobCommand.TellApplication());
      sendOwed(state);
    }
  }

  private Effect<ApplicationEvent, ApplicationState> onCommand(
      ApplicationState state, ApplicationCommand command) {
    return switch (command) {
      case ApplicationCommand.JobReported c -> told(state, c.standing());
      case ApplicationCommand.Seen c -> {
        if (c.standing().attempt() != sights.attempt()) {
          settings.peers().tell(job, new JobCommand.TellApplication());
        }
        if (!answers(c.standing().node())) {
          hurry();
        }
        boolean unmeasured = sights.mtct(state.nodes()) == null;
        Effect<ApplicationEvent, ApplicationState> effect =
            advance(state, sights.with(c.standing()));
        if (unmeasured) {
          measure(
              state); // the first since a resize is told at once, further ones from time to time
        }
        yield effect;
      }
      case ApplicationCommand.Begin c -> {
        if (c.attempt() > state.attempt()) {
          settings.peers().tell(job, new JobCommand.TellApplication());
        }
        sent.removeIf(order -> order instanceof ApplicationOrder.CloseResize);
        yield advance(state, c.attempt() == sights.attempt() ? sights.with(c.resize()) : sights);
      }
      case ApplicationCommand.Denied c ->
          advance(
              state,
              c.attempt() == sights.attempt() ? sights.denied(c.request(), c.reason()) : sights);
      case ApplicationCommand.Withdraw c ->
          advance(state, c.attempt() == sights.attempt() ? sights.withdrawing(c.ledger()) : sights);
      case ApplicationCommand.GetChanges c -> {
        c.replyTo().tell(new ApplicationAnswer.Changes(state.changes()));
        yield Effect().none();
      }
      case ApplicationCommand.GetMeasures c -> {
        c.replyTo().tell(new ApplicationAnswer.Measures(sights.phases(state.nodes())));
        yield Effect().none();
      }
      case ApplicationCommand.GetCurrent c -> {
        AdaptationStatus status = AdaptationStatus.of(state, settings.controller());
        c.replyTo().tell(new ApplicationAnswer.Current(status));
        yield Effect().none();
      }
      case ApplicationCommand.Remind _ -> remind(state);
      case ApplicationCommand.Look _ -> advance(state, sights);
      case ApplicationCommand.Idle _ -> idle(state);
      case ApplicationCommand.Stop _ -> Effect().stop();
    };
  }

  private Effect<ApplicationEvent, ApplicationState> told(
      ApplicationState state, JobStanding standing) {
    if (standing.attempt() < state.attempt()) {
      return Effect().none();
    }
    if (standing.attempt() == state.attempt() || standing.seats().isEmpty()) {
      boolean over = standing.over() || standing.attempt() > state.attempt();
      ProgramReports known = sights.with(standing.fates());
      return advance(state, over ? known.nowOver() : known);
    }
    if (standing.over()) {
      return Effect().none();
    }
    List<ApplicationEvent> events =
        ApplicationLifecycle.enlist(
            state,
            new ApplicationEvent.ApplicationEnlisted(
                job,
                standing.attempt(),
                standing.partition(),
                settings.terms(standing),
                standing.seats(),
                secret(),
                now()));
    sights = ProgramReports.none(standing.attempt()).with(standing.fates());
    return persist(events);
  }

  private static String secret() {
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private Effect<ApplicationEvent, ApplicationState> advance(
      ApplicationState state, ProgramReports known) {
    sights = known;
    List<ApplicationEvent> events = ApplicationLifecycle.advance(state, known, now());
    if (events.isEmpty()) {
      sendOwed(state);
      return Effect().none();
    }
    return persist(events);
  }

  /** True for what an agent says because it was told again what it knew. */
  private boolean answers(NodeName node) {
    Instant when = asked.remove(node);
    return when != null && when.plus(settings.remindEvery()).isAfter(now());
  }

  /** Something has happened: what is owed may have been lost, so it is said again soon. */
  private void hurry() {
    if (pace.slow()) {
      pace = pace.news();
      timers.cancel(ApplicationCommand.Remind.INSTANCE);
    }
  }

  private Effect<ApplicationEvent, ApplicationState> persist(List<ApplicationEvent> events) {
    if (events.stream()
        .anyMatch(
            e -> e instanceof ApplicationEvent.AdaptationEnded end && end.result().committed())) {
      sights = sights.resized();
    }
    return Effect().persist(new ArrayList<>(events)).thenRun(this::sendOwed);
  }

  private Effect<ApplicationEvent, ApplicationState> remind(ApplicationState state) {
    sent.clear();
    if (live(state)) {
      settings.peers().tell(job, new JobCommand.TellApplication());
      measure(state);
    }
    asked.clear();
    for (ApplicationOrder order : sendNew(state)) {
      if (order instanceof ApplicationOrder.TellNode told) {
        asked.put(told.node(), now());
      }
    }
    pace = pace.repeated(ApplicationOrders.urgent(state, List.copyOf(sent)));
    keepTime(state);
    return Effect().none();
  }

  private void measure(ApplicationState state) {
    Double mtct = sights.mtct(state.nodes());
    if (mtct != null && state.current() == null) {
      settings
          .peers()
          .tell(
              partition(state),
              new PartitionCommand.Measured(attempt(state), mtct, state.endedLedger()));
    }
  }

  private Effect<ApplicationEvent, ApplicationState> idle(ApplicationState state) {
    if (!live(state)) {
      shard.tell(new ClusterSharding.Passivate<>(context.getSelf()));
    }
    return Effect().none();
  }

  private boolean live(ApplicationState state) {
    return state.attempt() > 0 && !sights.over();
  }

  private void sendOwed(ApplicationState state) {
    if (!sendNew(state).isEmpty()) {
      hurry();
    }
    keepTime(state);
  }

  /** Sends what is owed and was not sent since it was last said again. */
  private List<ApplicationOrder> sendNew(ApplicationState state) {
    NodeOrders orders = NodeOrders.of(state, sights, toNodes);
    toNodes = orders;
    List<ApplicationOrder> owed = ApplicationOrders.owed(state, sights, orders);
    sent.retainAll(new HashSet<>(owed));
    List<ApplicationOrder> fresh = owed.stream().filter(sent::add).toList();
    fresh.forEach(order -> send(state, order));
    return fresh;
  }

  private void keepTime(ApplicationState state) {
    if (live(state)) {
      if (!timers.isTimerActive(ApplicationCommand.Remind.INSTANCE)) { // news must not put it off
        timers.startSingleTimer(ApplicationCommand.Remind.INSTANCE, pace.pause());
      }
    } else {
      timers.cancel(ApplicationCommand.Remind.INSTANCE);
    }
  }

  private void send(ApplicationState state, ApplicationOrder order) {
    switch (order) {
      case ApplicationOrder.TellNode o ->
          settings.peers().tell(o.node(), new NodeCommand.SendAdapt(o.order()));
      case ApplicationOrder.ToJob o -> {
        JobIntent.OfApplication intent = new JobIntent.OfApplication(state.attempt(), o);
        settings.peers().tell(job, new JobCommand.OfApplication(intent));
      }
      case ApplicationOrder.CloseResize o ->
          tellPartition(state, new PartitionIntent.CloseResize(job, o.end()));
      case ApplicationOrder.AskPartition o ->
          tellPartition(state, new PartitionIntent.AskResize(attempt(state), o.wish()));
      case ApplicationOrder.LookAgain o ->
          timers.startSingleTimer(ApplicationCommand.Look.INSTANCE, Waits.until(o.at(), now()));
    }
  }

  private void tellPartition(ApplicationState state, PartitionIntent.OfJob intent) {
    settings.peers().tell(partition(state), new PartitionCommand.OfJob(intent));
  }

  private AttemptId attempt(ApplicationState state) {
    return new AttemptId(job, state.attempt());
  }

  private static PartitionName partition(ApplicationState state) {
    return Objects.requireNonNull(state.partition(), "an enlisted application has a partition");
  }

  private Instant now() {
    return settings.clock().instant();
  }
}
