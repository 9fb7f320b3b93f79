package io.pliant.actors.accounting;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.HistoryQuery;
import io.pliant.actors.journal.JournalTags;
import io.pliant.actors.journal.ReadJournals;
import io.pliant.api.HistoryEntry;
import io.pliant.api.JobEventEntry;
import io.pliant.core.energy.JobEnergy;
import io.pliant.core.id.JobId;
import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.journal.store.SortedFiles;
import io.pliant.journal.store.StoreFailure;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.PreRestart;
import org.apache.pekko.actor.typed.Signal;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.persistence.query.EventEnvelope;
import org.apache.pekko.stream.KillSwitches;
import org.apache.pekko.stream.UniqueKillSwitch;
import org.apache.pekko.stream.javadsl.Keep;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.stream.typed.javadsl.ActorSink;
import org.jspecify.annotations.Nullable;

/**
 * Reads the job events of the journal and answers what became of jobs. Each controller has one;
 * nothing depends on it but the answers. After a restart it goes on where its files are, if the
 * journal is still the one that they were made of, else from the first event. When reading fails it
 * goes on where it was, after 0.2 to 10 s.
 */
public final class AccountingReadSide extends AbstractMatchingBehavior<AccountingReadSide.Command> {
  private static final Duration FIRST_RETRY = Duration.ofMillis(200);
  private static final Duration LAST_RETRY = Duration.ofSeconds(10);
  private static final Duration BETWEEN_SAVES = Duration.ofSeconds(1);
  private static final Duration JOURNAL_WAITS = Duration.ofSeconds(60);
  private static final double JITTER = 0.2;
  private static final long MAX_BATCH = 1_000;
  private static final int SAVED_AT_ONCE = 2_000;
  private static final int MOST_UNSAVED = 20_000;

  private final TimerScheduler<Command> timers;
  private final AccountingLimits limits;
  private final EventSource source;
  private final Clock clock;
  private final AccountingStore store;
  private final HistorySearches searches;
  private long position; // of the last event that was seen
  private long read;
  private int reading; // number of the stream that counts
  private boolean same; // the journal is known to be the one that the files were made of
  private Duration lag = Duration.ZERO;
  private Duration retry = FIRST_RETRY;
  private @Nullable UniqueKillSwitch stream;
  private @Nullable ActorRef<Taken> held;
  private @Nullable String failure;

  /** What the read side accepts. */
  public sealed interface Command {}

  /** Asks for jobs, newest first. */
  public record GetHistory(HistoryQuery query, ActorRef<Answer<List<HistoryEntry>>> replyTo)
      implements Command {}

  /** Asks for the energy account of a job. */
  public record GetEnergy(JobId job, ActorRef<JobEnergy> replyTo) implements Command {}

  /** Asks for events after {@code cursor}, at most {@code limit}. */
  public record GetEvents(long cursor, int limit, ActorRef<Events> replyTo) implements Command {}

  /** Asks how far the reading is. */
  public record GetProgress(ActorRef<Progress> replyTo) implements Command {}

  /** Events in journal order. */
  public record Events(List<JobEventEntry> events) {}

  /**
   * How far the reading is.
   *
   * @param position journal position of the last event read
   * @param events number of events read since the start
   * @param lag age that the last event had when it was read
   * @param failure why reading or saving is interrupted, or null while it is not
   */
  public record Progress(long position, long events, Duration lag, @Nullable String failure) {}

  private record Opened(ActorRef<Taken> ack) implements Command {}

  private record Batch(int reading, List<EventEnvelope> envelopes, ActorRef<Taken> ack)
      implements Command {}

  private record Failed(int reading, Throwable cause) implements Command {}

  private enum Retry implements Command {
    INSTANCE
  }

  private enum Save implements Command {
    INSTANCE
  }

  private enum JournalLate implements Command {
    INSTANCE
  }

  /** A search has ended. */
  enum Searched implements Command {
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
      AccountingSettings settings,
      EventSource source,
      Clock clock) {
    super(context);
    this.timers = timers;
    this.limits = settings.limits();
    this.source = source;
    this.clock = clock;
    this.store = new AccountingStore(limits, HistoryFiles.open(settings.folder()));
    this.searches =
        new HistorySearches(
            store,
            clock,
            settings.longestSearch(),
            context.getSystem().dispatchers().lookup(DispatcherSelector.blocking()),
            () -> context.getSelf().tell(Searched.INSTANCE));
    begin();
  }

  /** A read side on the journal of its actor system; it waits for files, so not on every thread. */
  public static Behavior<Command> create(AccountingSettings settings) {
    return Behaviors.setup(context ->
        create(
            settings,
            position -> ReadJournals.eventsByTag(context.getSystem(), JournalTags.JOB, position),
            Clock.systemUTC()));
  }

  static Behavior<Command> create(AccountingSettings settings, EventSource source, Clock clock) {
    Behavior<Command> readSide =
        Behaviors.setup(context ->
            Behaviors.withTimers(
                timers -> new AccountingReadSide(context, timers, settings, source, clock)));
    return Behaviors.supervise(readSide)
        .onFailure(SupervisorStrategy.restartWithBackoff(FIRST_RETRY, LAST_RETRY, JITTER));
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    switch (command) {
      case GetHistory get -> searches.add(get);
      case Searched _ -> searches.ended();
      case GetEnergy get -> get.replyTo().tell(store.energy(get.job()));
      case GetEvents get -> get.replyTo().tell(new Events(store.events(get.cursor(), get.limit())));
      case GetProgress get -> get.replyTo().tell(new Progress(position, read, lag, failure));
      case Opened opened -> opened.ack().tell(Taken.INSTANCE);
      case Batch batch -> tryToTake(batch);
      case Failed failed -> retryLater(failed);
      case Retry _ -> read();
      case Save _ -> save();
      case JournalLate _ -> journalLate();
    }
    return this;
  }

  @Override
  public Behavior<Command> onSignal(Signal signal) {
    if (signal instanceof PostStop || signal instanceof PreRestart) {
      endStream();
      try {
        store.save(clock.instant());
      } catch (StoreFailure e) {
        getContext().getLog().warn("{}; it is read again at the next start", e.getMessage());
      }
      store.close();
    }
    return this;
  }

  /** Events that are accounted for are read once more, for watchers, and to see that they stand. */
  private void begin() {
    long known = store.reached().position();
    position = Math.max(0, known - limits.events());
    same = known == 0;
    if (!same) {
      timers.startSingleTimer(JournalLate.INSTANCE, JOURNAL_WAITS);
    }
    read();
  }

  private void journalLate() {
    if (failure == null) {
      beginAnew(
          "the journal has no event at position %d, up to which it was read"
              .formatted(store.reached().position()));
    } else {
      timers.startSingleTimer(JournalLate.INSTANCE, JOURNAL_WAITS);
    }
  }

  private void beginAnew(String why) {
    getContext().getLog().warn("Accounting is made anew from the whole journal, since {}", why);
    timers.cancel(JournalLate.INSTANCE);
    timers.cancel(Retry.INSTANCE);
    held = null;
    store.clear();
    begin();
  }

  /** Of a stream that is ended nothing counts any more, nor is it waited for. */
  private void endStream() {
    UniqueKillSwitch old = stream;
    if (old != null) {
      old.shutdown();
    }
  }

  private void read() {
    endStream();
    int number = ++reading;
    stream =
        source
            .after(position)
            .viaMat(KillSwitches.single(), Keep.right())
            .batch(
                MAX_BATCH,
                AccountingReadSide::listOf,
                (list, next) -> {
                  list.add(next);
                  return list;
                })
            .to(
                ActorSink.actorRefWithBackpressure(
                    getContext().getSelf(),
                    (ack, list) -> new Batch(number, list, ack),
                    Opened::new,
                    Taken.INSTANCE,
                    new Failed(
                        number, new IllegalStateException("the journal's stream of events ended")),
                    cause -> new Failed(number, cause)))
            .run(getContext().getSystem());
  }

  private void tryToTake(Batch batch) {
    try {
      take(batch);
    } catch (StoreFailure e) {
      if (!SortedFiles.damaged(e)) {
        throw e; // tried again after a while
      }
      beginAnew("its files are damaged: " + e.getMessage());
    } catch (UncheckedIOException e) {
      beginAnew("what it wrote cannot be read: " + e.getMessage());
    }
  }

  private void take(Batch batch) {
    if (batch.reading() != reading) {
      return; // of a stream that was ended
    }
    for (EventEnvelope envelope : batch.envelopes()) {
      long at = ReadJournals.position(envelope);
      if (at > position) {
        if (!stands(at, envelope)) {
          beginAnew(
              "the journal has another event at position %d than it had when that was read"
                  .formatted(store.reached().position()));
          return;
        }
        position = at;
        read++;
        apply(envelope);
      }
    }
    Instant written = Instant.ofEpochMilli(batch.envelopes().getLast().timestamp());
    lag = Duration.between(written, clock.instant());
    retry = FIRST_RETRY;
    failure = null;
    saveSoon();
    if (store.unsaved() < MOST_UNSAVED) {
      batch.ack().tell(Taken.INSTANCE);
    } else {
      held = batch.ack();
    }
  }

  /** True unless the event shows that the journal is another one. */
  private boolean stands(long at, EventEnvelope envelope) {
    HistoryFiles.Reached known = store.reached();
    if (!same && at >= known.position()) {
      same =
          known.equals(
              new HistoryFiles.Reached(at, envelope.persistenceId(), envelope.sequenceNr()));
      if (same) {
        timers.cancel(JournalLate.INSTANCE);
      }
      return same;
    }
    return true;
  }

  private void apply(EventEnvelope envelope) {
    HistoryFiles.Reached at =
        new HistoryFiles.Reached(position, envelope.persistenceId(), envelope.sequenceNr());
    boolean known = position <= store.reached().position();
    switch (envelope.event()) {
      case JobEvent event when known -> store.show(position, event);
      case JobEvent event -> store.apply(at, event);
      case PartitionEvent.EnergyCounted event when !known -> store.apply(at, event);
      case PartitionEvent.JobEnergyCounted event when !known -> store.apply(at, event);
      default -> {} // another kind with the same tag, from a later version; or accounted for
    }
  }

  private void saveSoon() {
    if (store.unsaved() >= SAVED_AT_ONCE) {
      save();
    } else if (store.due() && !timers.isTimerActive(Save.INSTANCE)) {
      timers.startSingleTimer(Save.INSTANCE, BETWEEN_SAVES);
    }
  }

  private void save() {
    timers.cancel(Save.INSTANCE);
    try {
      store.save(clock.instant());
      ActorRef<Taken> waiting = held;
      if (waiting != null) {
        held = null;
        waiting.tell(Taken.INSTANCE);
      }
    } catch (StoreFailure e) {
      failure = e.getMessage();
      getContext().getLog().error("Accounting is kept in memory, next try in 1 s: {}", failure);
    }
    if (store.due()) {
      timers.startSingleTimer(Save.INSTANCE, BETWEEN_SAVES);
    }
  }

  private void retryLater(Failed failed) {
    if (failed.reading() != reading) {
      return; // of a stream that was ended
    }
    failure = String.valueOf(failed.cause().getMessage());
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
