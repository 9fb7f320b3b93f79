package io.pliant.actors.application;

import io.pliant.actors.protocol.ApplicationAnswer;
import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.LogContext;
import io.pliant.api.AdaptationStatus;
import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.adaptation.ApplicationEvent;
import io.pliant.core.adaptation.ApplicationLifecycle;
import io.pliant.core.adaptation.ApplicationOrders;
import io.pliant.core.adaptation.ApplicationState;
import io.pliant.core.adaptation.JobStanding;
import io.pliant.core.adaptation.ProgramReports;
import io.pliant.core.id.JobId;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
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
  private final ActorRef<ClusterSharding.ShardCommand> shard;
  private final ApplicationSettings settings;
  private final OwedOrders owed;
  private ProgramReports sights = ProgramReports.none(0);

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
    this.shard = shard;
    this.settings = settings;
    this.owed = new OwedOrders(job, timers, settings);
  }

  public static Behavior<ApplicationCommand> create(
      JobId job, ActorRef<ClusterSharding.ShardCommand> shard, ApplicationSettings settings) {
    return LogContext.of(
        job,
        ApplicationCommand.class,
        Behaviors.setup(context ->
            Behaviors.withTimers(timers -> {
              context.setReceiveTimeout(settings.idleAfter(), ApplicationCommand.Idle.INSTANCE);
              return new ApplicationEntity(job, context, timers, shard, settings);
            })));
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
    owed.reset();
    if (state.attempt() > 0) {
      settings.peers().tell(job, new JobCommand.TellApplication());
      owed.send(state, sights);
    }
  }

  private Effect<ApplicationEvent, ApplicationState> onCommand(
      ApplicationState state, ApplicationCommand command) {
    return switch (command) {
      case ApplicationCommand.JobReported c -> told(state, c.standing());
      case ApplicationCommand.Seen c -> seen(state, c.standing());
      case ApplicationCommand.Begin c -> {
        if (c.attempt() > state.attempt()) {
          settings.peers().tell(job, new JobCommand.TellApplication());
        }
        owed.closeAgain();
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
      case ApplicationCommand.Remind _ -> {
        owed.repeat(state, sights);
        yield Effect().none();
      }
      case ApplicationCommand.Look _ -> advance(state, sights);
      case ApplicationCommand.Idle _ -> idle(state);
      case ApplicationCommand.Stop _ -> Effect().stop();
    };
  }

  /** The first measure since a resize is told at once, further ones from time to time. */
  private Effect<ApplicationEvent, ApplicationState> seen(
      ApplicationState state, AgentReport report) {
    if (report.attempt() != sights.attempt()) {
      settings.peers().tell(job, new JobCommand.TellApplication());
    }
    owed.heard(report.node());
    boolean unmeasured = sights.mtct(state.nodes()) == null;
    Effect<ApplicationEvent, ApplicationState> effect = advance(state, sights.with(report));
    if (unmeasured) {
      owed.measure(state, sights);
    }
    return effect;
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
      owed.send(state, known);
      return Effect().none();
    }
    return persist(events);
  }

  private Effect<ApplicationEvent, ApplicationState> persist(List<ApplicationEvent> events) {
    if (events.stream()
        .anyMatch(
            e -> e instanceof ApplicationEvent.AdaptationEnded end && end.result().committed())) {
      sights = sights.resized();
    }
    return Effect().persist(new ArrayList<>(events)).thenRun(state -> owed.send(state, sights));
  }

  private Effect<ApplicationEvent, ApplicationState> idle(ApplicationState state) {
    if (!owed.live(state, sights)) {
      shard.tell(new ClusterSharding.Passivate<>(context.getSelf()));
    }
    return Effect().none();
  }

  private Instant now() {
    return settings.clock().instant();
  }
}
