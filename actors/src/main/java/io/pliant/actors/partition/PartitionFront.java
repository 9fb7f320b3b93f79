package io.pliant.actors.partition;

import io.pliant.actors.journal.JobsInLedgerWrites;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.LogContext;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.QueuedJob;
import java.time.Duration;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * The door of one partition. A ledger that writes puts what comes aside, in a stash that drops what
 * is too much: so at most a window of commands is on its way to it at a time, and what it tells
 * itself always has room. The rest waits here: what is said again and again waits once, and who
 * finds no room is told so.
 */
public final class PartitionFront extends AbstractBehavior<PartitionCommand> {
  /** Commands under way to the ledger; well below {@code stash-capacity}. */
  static final int WINDOW = 1_024;

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration SILENT = Duration.ofSeconds(10);

  private final PartitionEnvironment environment;
  private final ActorRef<PartitionCommand> ledger;
  private final WaitingRoom room = new WaitingRoom();
  private final JobsInLedgerWrites writes;
  private boolean open;
  private long incarnation;
  private int credits;
  private int unmarked;
  private boolean marked;
  private long sinceNanos = System.nanoTime();
  private long toldNanos = SILENT.toNanos();
  private long turnedAway;

  private PartitionFront(
      ActorContext<PartitionCommand> context,
      TimerScheduler<PartitionCommand> timers,
      PartitionEnvironment environment) {
    super(context);
    this.environment = environment;
    this.writes = JobsInLedgerWrites.of(context.getSystem());
    this.ledger = context.spawn(PartitionEntity.create(environment, context.getSelf()), "ledger");
    context.watchWith(ledger, PartitionCommand.Gone.INSTANCE);
    timers.startTimerWithFixedDelay(PartitionCommand.LookIn.INSTANCE, LOOK_EVERY);
  }

  public static Behavior<PartitionCommand> create(PartitionEnvironment environment) {
    return LogContext.of(
        environment.settings().name(),
        PartitionCommand.class,
        Behaviors.setup(context ->
            Behaviors.withTimers(timers -> new PartitionFront(context, timers, environment))));
  }

  @Override
  public Receive<PartitionCommand> createReceive() {
    return newReceiveBuilder().onAnyMessage(this::onCommand).build();
  }

  private Behavior<PartitionCommand> onCommand(PartitionCommand command) {
    switch (command) {
      case PartitionCommand.Open _ -> {
        open = true;
        incarnation++;
        credits = WINDOW;
        unmarked = 0;
        marked = false;
        heard();
      }
      case PartitionCommand.Through through -> {
        if (through.incarnation() == incarnation) {
          credits += through.commands();
          marked = false;
          heard();
        }
      }
      case PartitionCommand.LookIn _ -> lookIn();
      case PartitionCommand.Gone _ -> {
        return Behaviors.stopped();
      }
      case PartitionCommand.Early(PartitionCommand.OfJob order, String process) -> {
        if (writes.knows(process)) {
          take(order);
        }
      }
      default -> take(command);
    }
    passOn();
    return this;
  }

  private void take(PartitionCommand command) {
    if (!room.add(command)) {
      turnAway(command);
    }
  }

  private void passOn() {
    while (open && credits > 0) {
      PartitionCommand next = room.poll();
      if (next == null) {
        break;
      }
      ledger.tell(next);
      credits--;
      unmarked++;
    }
    if (unmarked > 0 && !marked) {
      ledger.tell(new PartitionCommand.Mark(incarnation, unmarked));
      unmarked = 0;
      marked = true;
      sinceNanos = System.nanoTime();
    }
  }

  private void heard() {
    if (toldNanos > SILENT.toNanos()) {
      getContext().getLog().info("partition {}: the ledger answers again", name());
    }
    sinceNanos = System.nanoTime();
    toldNanos = SILENT.toNanos();
  }

  /** Said after 10 s, and again after twice that, and so on. */
  private void lookIn() {
    long silent = System.nanoTime() - sinceNanos;
    if (open && !marked || silent < toldNanos) {
      return;
    }
    toldNanos = 2 * silent;
    getContext()
        .getLog()
        .warn(
            "partition {}: the ledger has not answered for {} s, {} commands wait; maybe the journal does not write",
            name(),
            Duration.ofNanos(silent).toSeconds(),
            room.size());
  }

  /** Questions, and what jobs and nodes repeat by themselves, need no answer. */
  private void turnAway(PartitionCommand command) {
    if (Long.bitCount(++turnedAway) == 1) {
      getContext()
          .getLog()
          .warn(
              "partition {} is busy: {} commands found no room so far, the last one a {}",
              name(),
              turnedAway,
              name(command));
    }
    String reason =
        "Partition %s is busy: it has more orders than it can write down. Try again in a moment."
            .formatted(name());
    switch (command) {
      case PartitionCommand.OfJob(PartitionIntent.Enqueue(QueuedJob job)) ->
          environment
              .peers()
              .tell(
                  job.job(),
                  new JobCommand.EnqueueAnswered(
                      job.attempt(), new PartitionReply.Refused(Refusal.unavailable(reason))));
      case PartitionCommand.SetHeld c ->
          c.replyTo().tell(new JobAnswer.Refused(Refusal.unavailable(reason)));
      case PartitionCommand.OrderResize c ->
          c.replyTo().tell(new JobAnswer.Refused(Refusal.unavailable(reason)));
      case PartitionCommand.Drain c ->
          c.replyTo().tell(new PartitionAnswer.Refused(Refusal.unavailable(reason)));
      case PartitionCommand.Resume c ->
          c.replyTo().tell(new PartitionAnswer.Refused(Refusal.unavailable(reason)));
      case PartitionCommand.Reserve c ->
          c.replyTo().tell(new PartitionAnswer.Refused(Refusal.unavailable(reason)));
      case PartitionCommand.DeleteReservation c ->
          c.replyTo().tell(new PartitionAnswer.Refused(Refusal.unavailable(reason)));
      case PartitionCommand.RemoveNode c ->
          c.replyTo().tell(new PartitionAnswer.Refused(Refusal.unavailable(reason)));
      default -> {}
    }
  }

  private String name() {
    return environment.settings().name().value();
  }

  private static String name(PartitionCommand command) {
    Object said = command instanceof PartitionCommand.OfJob(var intent) ? intent : command;
    return said.getClass().getSimpleName();
  }
}
