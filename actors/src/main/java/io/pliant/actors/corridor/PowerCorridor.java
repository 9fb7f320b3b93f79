package io.pliant.actors.corridor;

import io.pliant.actors.protocol.CorridorAnswer;
import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.PowerStatus;
import io.pliant.core.corridor.CorridorEvent;
import io.pliant.core.corridor.CorridorIntent;
import io.pliant.core.corridor.CorridorLifecycle;
import io.pliant.core.corridor.CorridorOutcome;
import io.pliant.core.corridor.CorridorState;
import io.pliant.core.corridor.PartitionStanding;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.RecoveryCompleted;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.Effect;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.RetentionCriteria;
import org.apache.pekko.persistence.typed.javadsl.SignalHandler;
import org.jspecify.annotations.Nullable;

/**
 * The power corridor of the cluster: one entity, hosted by some controller. Partitions tell it each
 * second how they stand, which also wakes it after its controller died, and it tells those that
 * keep the corridor their part of the bounds, those to come too, in answer and at each change.
 */
public final class PowerCorridor
    extends EventSourcedBehavior<CorridorCommand, CorridorEvent, CorridorState> {
  /** Entity id of the only instance. */
  public static final String ENTITY_ID = "power";

  private static final Duration SAMPLE_EVERY = Duration.ofSeconds(1);
  private static final int EVENTS_PER_SNAPSHOT = 200;

  private final CorridorSettings settings;
  private final ActorContext<CorridorCommand> context;
  private final TimerScheduler<CorridorCommand> timers;
  private final PowerHistory history = new PowerHistory();

  private PowerCorridor(
      CorridorSettings settings,
      ActorContext<CorridorCommand> context,
      TimerScheduler<CorridorCommand> timers) {
    super(
        PersistenceId.of(EntityKeys.CORRIDOR.name(), ENTITY_ID),
        SupervisorStrategy.restartWithBackoff(
            settings.restartAfter(), settings.restartAfter().multipliedBy(20), 0.2));
    this.settings = settings;
    this.context = context;
    this.timers = timers;
  }

  public static Behavior<CorridorCommand> create(CorridorSettings settings) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new PowerCorridor(settings, context, timers)));
  }

  @Override
  public CorridorState emptyState() {
    return CorridorState.NONE;
  }

  @Override
  public EventHandler<CorridorState, CorridorEvent> eventHandler() {
    return CorridorState::evolve;
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(EVENTS_PER_SNAPSHOT, 2);
  }

  @Override
  public SignalHandler<CorridorState> signalHandler() {
    return newSignalHandlerBuilder().onSignal(RecoveryCompleted.instance(), this::takeOver).build();
  }

  private void takeOver(CorridorState state) {
    timers.startTimerWithFixedDelay(CorridorCommand.Sample.INSTANCE, SAMPLE_EVERY);
    if (!state.table().changes().isEmpty()) {
      context.getLog().info("the power corridor is kept here: {}", state.at(now(state)));
    }
  }

  @Override
  public CommandHandler<CorridorCommand, CorridorEvent, CorridorState> commandHandler() {
    return this::onCommand;
  }

  private Effect<CorridorEvent, CorridorState> onCommand(
      CorridorState state, CorridorCommand command) {
    return switch (command) {
      case CorridorCommand.Standing told -> standing(state, told.standing());
      case CorridorCommand.SetBounds set ->
          change(
              state,
              new CorridorIntent.SetBounds(set.corridor(), set.from(), set.by().name()),
              set.replyTo());
      case CorridorCommand.ClearBounds clear ->
          change(state, new CorridorIntent.ClearBounds(clear.by().name()), clear.replyTo());
      case CorridorCommand.Show show -> {
        show.replyTo().tell(answer(state, history.samples(show.after(), show.samples())));
        yield Effect().none();
      }
      case CorridorCommand.Sample _ -> {
        history.sample(now(), state.at(now(state)));
        yield Effect().none();
      }
    };
  }

  private Effect<CorridorEvent, CorridorState> standing(
      CorridorState state, PartitionStanding standing) {
    history.told(standing, now());
    boolean keeps = standing.keeps() && settings.keepers().contains(standing.partition());
    CorridorOutcome outcome =
        CorridorLifecycle.decide(
            state,
            new CorridorIntent.TakeNote(
                standing.partition(), keeps ? standing.nodes() : 0, standing.alarm()),
            now(state));
    if (outcome.events().isEmpty()) {
      tell(state, standing.partition());
      return Effect().none();
    }
    boolean counted =
        outcome.events().stream().anyMatch(CorridorEvent.PartitionCounted.class::isInstance);
    return Effect()
        .persist(outcome.events())
        .thenRun(after -> {
          if (counted) {
            tellAll(after);
          } else {
            tell(after, standing.partition());
          }
        });
  }

  private Effect<CorridorEvent, CorridorState> change(
      CorridorState state, CorridorIntent intent, ActorRef<CorridorAnswer> replyTo) {
    CorridorOutcome outcome = CorridorLifecycle.decide(state, intent, now(state));
    String refusal = outcome.refusal();
    if (refusal != null) {
      replyTo.tell(new CorridorAnswer.Refused(Refusal.invalid(refusal)));
      return Effect().none();
    }
    if (outcome.events().isEmpty()) {
      replyTo.tell(answer(state, List.of()));
      return Effect().none();
    }
    return Effect()
        .persist(outcome.events())
        .thenRun(after -> {
          context.getLog().info("the power corridor changes: {}", outcome.events());
          tellAll(after);
          replyTo.tell(answer(after, List.of()));
        });
  }

  private void tellAll(CorridorState state) {
    settings.keepers().forEach(partition -> tell(state, partition));
  }

  private void tell(CorridorState state, PartitionName partition) {
    CorridorTable share = share(state, partition);
    if (share != null) {
      settings.peers().tell(partition, new PartitionCommand.BoundsReported(share, state.version()));
    }
  }

  private @Nullable CorridorTable share(CorridorState state, PartitionName partition) {
    return state.share(partition, settings.keepers()::contains, now(state));
  }

  private CorridorAnswer answer(CorridorState state, List<PowerStatus.Sample> samples) {
    Instant now = now();
    List<PartitionStanding> lately = history.lately(now);
    return new CorridorAnswer.Status(
        new PowerStatus(
            settings.controller(),
            now,
            state.at(now(state)),
            state.by(),
            state.table().after(now(state).toEpochMilli()).stream()
                .map(change ->
                    new PowerStatus.Change(Instant.ofEpochMilli(change.at()), change.corridor()))
                .toList(),
            PowerHistory.sum(lately, PartitionStanding::watts),
            PowerHistory.sum(lately, PartitionStanding::forecast),
            lately.stream()
                .map(told -> PowerHistory.shown(told, boundsOf(state, told.partition(), now)))
                .toList(),
            state.alarms(),
            samples));
  }

  private @Nullable Corridor boundsOf(CorridorState state, PartitionName partition, Instant now) {
    CorridorTable share = share(state, partition);
    return share == null ? null : share.at(now.toEpochMilli());
  }

  /** The time for what the journal keeps. */
  private Instant now(CorridorState state) {
    return state.now(now());
  }

  private Instant now() {
    return settings.clock().instant();
  }
}
