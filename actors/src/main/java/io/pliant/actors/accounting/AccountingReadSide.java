package io.pliant.actors.accounting;

import io.pliant.actors.api.HistoryQuery;
import io.pliant.actors.journal.JournalTags;
import io.pliant.actors.journal.ReadJournals;
import io.pliant.api.HistoryEntry;
import io.pliant.api.JobEventEntry;
import io.pliant.core.energy.JobEnergy;
import io.pliant.core.id.JobId;
import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.PartitionEvent;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.persistence.query.EventEnvelope;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.stream.typed.javadsl.ActorSink;
import org.jspecify.annotations.Nullable;

/**
 * Reads all job events of the journal, from the first on, and answers what became of jobs. Each
 * controller has one; nothing depends on it but the answers. When reading fails it goes on where it
 * was, after 0.2 to 10 s.
 */
public final class AccountingReadSide extends AbstractMatchingBehavior<AccountingReadSide.Command> {
  private static final Duration FIRST_RETRY = Duration.ofMillis(200);
  private static final Duration LAST_RETRY = Duration.ofSeconds(10);
  private static final long MAX_BATCH = 1_000;

  private final TimerScheduler<Command> timers;
  private final EventSource source;
  private final Clock clock;
  private final AccountingStore store;
  private long position;
  private long read;
  private Duration lag = Duration.ZERO;
  private Duration retry = FIRST_RETRY;
  private @Nullable String failure;

  /** What the read side accepts. */
  public sealed interface Command {}

  /** Asks for jobs, newest first. */
  public record GetHistory(HistoryQuery query, ActorRef<History> replyTo) implements Command {}

  /** Asks for the energy account of a job. */
  public record GetEnergy(JobId job, ActorRef<JobEnergy> replyTo) implements Command {}

  /** Asks for events after {@code cursor}, at most {@code limit}. */
  public record GetEvents(long cursor, int limit, ActorRef<Events> replyTo) implements Command {}

  /** Asks how far the reading is. */
  public record GetProgress(ActorRef<Progress> replyTo) implements Command {}

  /** Jobs, newest first. */
  public record History(List<HistoryEntry> jobs) {}

  /** Events in journal order. */
  public record Events(List<JobEventEntry> events) {}

  /**
   * How far the reading is.
   *
   * @param position journal position of the last event read
   * @param events number of events read since the start
   * @param lag age that the last event had when it was read
   * @param failure why reading is interrupted, or null while it is not
   */
  public record Progress(long position, long events, Duration lag, @Nullable String failure) {}

  private record Opened(ActorRef<Taken> ack) implements Command {}

  private record Batch(List<EventEnvelope> envelopes, ActorRef<Taken> ack) implements Command {}

  private record Failed(Throwable cause) implements Command {}

  private enum Retry implements Command {
    INSTANCE
  }

  private enum Taken {
    INSTANCE
  }

  /** Where the events come from: all after a position, and then each new one. */
  @FunctionalInterface
  interface EventSource {
    Source<EventEnvelope, NotUsed> after(long position);
  }

  private AccountingReadSide(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      AccountingLimits limits,
      EventSource source,
      Clock clock) {
    super(context);
    this.timers = timers;
    this.source = source;
    this.clock = clock;
    this.store = new AccountingStore(limits);
    read();
  }

  /** A read side on the journal of its actor system. */
  public static Behavior<Command> create(AccountingLimits limits) {
    return Behaviors.setup(context ->
        create(
            limits,
            position -> ReadJournals.eventsByTag(context.getSystem(), JournalTags.JOB, position),
            Clock.systemUTC()));
  }

  static Behavior<Command> create(AccountingLimits limits, EventSource source, Clock clock) {
    return Behaviors.setup(context ->
        Behaviors.withTimers(
            timers -> new AccountingReadSide(context, timers, limits, source, clock)));
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    switch (command) {
      case GetHistory get ->
          get.replyTo().tell(new History(store.history(get.query(), clock.instant())));
      case GetEnergy get -> get.replyTo().tell(store.energy(get.job()));
      case GetEvents get -> get.replyTo().tell(new Events(store.events(get.cursor(), get.limit())));
      case GetProgress get -> get.replyTo().tell(new Progress(position, read, lag, failure));
      case Opened opened -> opened.ack().tell(Taken.INSTANCE);
      case Batch batch -> take(batch);
      case Failed failed -> retryLater(failed.cause());
      case Retry _ -> read();
    }
    return this;
  }

  private void read() {
    source
        .after(position)
        .batch(
            MAX_BATCH,
            AccountingReadSide::listOf,
            (list, next) -> {
              list.add(next);
              return list;
            })
        .runWith(
            ActorSink.actorRefWithBackpressure(
                getContext().getSelf(),
                (ack, list) -> new Batch(list, ack),
                Opened::new,
                Taken.INSTANCE,
                new Failed(new IllegalStateException("the journal's stream of events ended")),
                Failed::new),
            getContext().getSystem());
  }

  private void take(Batch batch) {
    for (EventEnvelope envelope : batch.envelopes()) {
      if (ReadJournals.position(envelope) > position) {
        position = ReadJournals.position(envelope);
        read++;
        switch (envelope.event()) {
          case JobEvent event -> store.apply(position, event);
          case PartitionEvent.EnergyCounted event -> store.apply(event);
          case PartitionEvent.JobEnergyCounted event -> store.apply(position, event);
          default -> {} // another kind with the same tag, from a later version
        }
      }
    }
    Instant written = Instant.ofEpochMilli(batch.envelopes().getLast().timestamp());
    lag = Duration.between(written, clock.instant());
    retry = FIRST_RETRY;
    failure = null;
    batch.ack().tell(Taken.INSTANCE);
  }

  private void retryLater(Throwable cause) {
    failure = String.valueOf(cause.getMessage());
    getContext()
        .getLog()
        .warn(
            "Reading job events from the journal failed at position {}, next try in {} ms: {}",
            position,
            retry.toMillis(),
            failure);
    timers.startSingleTimer(Retry.INSTANCE, retry);
    Duration doubled = retry.multipliedBy(2);
    retry = doubled.compareTo(LAST_RETRY) > 0 ? LAST_RETRY : doubled;
  }

  private static List<EventEnvelope> listOf(EventEnvelope first) {
    List<EventEnvelope> list = new ArrayList<>();
    list.add(first);
    return list;
  }
}
