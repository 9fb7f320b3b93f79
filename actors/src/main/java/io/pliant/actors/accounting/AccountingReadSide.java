package io.pliant.actors.accounting;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.HistoryQuery;
import io.pliant.actors.journal.JournalTags;
import io.pliant.actors.journal.ReadJournals;
import io.pliant.api.EventCursor;
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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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
import org.apache.pekko.stream.javadsl.Keep;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.stream.typed.javadsl.ActorSink;
import org.jspecify.annotations.Nullable;

/**
 * Reads the job events of all groups of the journal and answers what became of jobs. Each
 * controller has one; nothing depends on it but the answers. After a restart it goes on where its
 * files are, if the journal is still the one that they were made of, else from the first event.
 * When reading fails it goes on where it was, after 0.2 to 10 s. What one group says of a job of
 * another waits until that is known.
 */
public final class AccountingReadSide extends AbstractMatchingBehavior<AccountingReadSide.Command> {
  private static final Duration BETWEEN_SAVES = Duration.ofSeconds(1);
  private static final Duration JOURNAL_WAITS = Duration.ofSeconds(60);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

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
  private final List<GroupReading> readings;
  private final EarlyEvents early;
  private final List<Batch> held = new ArrayList<>(); // until what is not saved is less
  private @Nullable String unsaved; // why nothing can be saved

  /** What the read side accepts. */
  public sealed interface Command {}

  /** Asks for jobs, newest first. */
  public record GetHistory(HistoryQuery query, ActorRef<Answer<List<HistoryEntry>>> replyTo)
      implements Command {}

  /** Asks for the energy account of a job. */
  public record GetEnergy(JobId job, ActorRef<JobEnergy> replyTo) implements Command {}

  /** Asks for events after {@code cursor}, at most {@code limit}. */
  public record GetEvents(EventCursor cursor, int limit, ActorRef<Events> replyTo)
      implements Command {}

  /** Asks for the place behind the newest event. */
  public record GetLatest(ActorRef<EventCursor> replyTo) implements Command {}

  /** Asks how far the reading is. */
  public record GetProgress(ActorRef<Progress> replyTo) implements Command {}

  /** Events in journal order. */
  public record Events(List<JobEventEntry> events) {}

  /**
   * How far the reading is.
   *
   * @param position journal position of the last event read; with several groups, of all together
   * @param events number of events read since the start
   * @param lag age that the last event had when it was read
   * @param failure why reading or saving is interrupted, or null while it is not
   */
  public record Progress(long position, long events, Duration lag, @Nullable String failure) {}

  private record Opened(ActorRef<Taken> ack) implements Command {}

  private record Batch(
      GroupReading from, int stream, List<EventEnvelope> envelopes, ActorRef<Taken> ack)
      implements Command {
    private Batch rest(int done) {
      return new Batch(from, stream, envelopes.subList(done, envelopes.size()), ack);
    }
  }

  private record Failed(GroupReading from, int stream, Throwable cause) implements Command {}

  private record Retry(GroupReading of) implements Command {}

  private enum Save implements Command {
    INSTANCE
  }

  private record JournalLate(GroupReading of) implements Command {}

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
    Source<EventEnvelope, NotUsed> after(int group, long position);
  }

  private AccountingReadSide(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      AccountingSettings settings,
      int groups,
      EventSource source,
      Clock clock) {
    super(context);
    this.timers = timers;
    this.limits = settings.limits();
    this.source = source;
    this.clock = clock;
    this.readings = IntStream.range(0, groups).mapToObj(GroupReading::new).toList();
    this.store = new AccountingStore(groups, limits, HistoryFiles.open(settings.folder()));
    this.early = new EarlyEvents(readings, store);
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
            ReadJournals.groups(context.getSystem()),
            (group, position) ->
                ReadJournals.eventsByTag(context.getSystem(), group, JournalTags.JOB, position),
            Clock.systemUTC()));
  }

  static Behavior<Command> create(
      AccountingSettings settings, int groups, EventSource source, Clock clock) {
    Behavior<Command> readSide =
        Behaviors.setup(context ->
            Behaviors.withTimers(timers ->
                new AccountingReadSide(context, timers, settings, groups, source, clock)));
    return Behaviors.supervise(readSide)
        .onFailure(
            SupervisorStrategy.restartWithBackoff(
                GroupReading.FIRST_RETRY, GroupReading.LAST_RETRY, JITTER));
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    switch (command) {
      case GetHistory get -> searches.add(get);
      case Searched _ -> searches.ended();
      case GetEnergy get -> get.replyTo().tell(store.energy(get.job()));
      case GetEvents get -> get.replyTo().tell(new Events(store.events(get.cursor(), get.limit())));
      case GetLatest get -> get.replyTo().tell(store.latest());
      case GetProgress get -> get.replyTo().tell(GroupReading.progress(readings, unsaved));
      case Opened opened -> opened.ack().tell(Taken.INSTANCE);
      case Batch batch -> tryToTake(batch);
      case Failed failed -> retryLater(failed);
      case Retry retry -> read(retry.of());
      case Save _ -> save();
      case JournalLate late -> journalLate(late.of());
    }
    return this;
  }

  @Override
  public Behavior<Command> onSignal(Signal signal) {
    if (signal instanceof PostStop || signal instanceof PreRestart) {
      readings.forEach(GroupReading::end);
      try {
        store.save(clock.instant());
      } catch (StoreFailure e) {
        getContext().getLog().warn("{}; it is read again at the next start", e.getMessage());
      }
      store.close();
    }
    return this;
  }

  private void begin() {
    for (GroupReading reading : readings) {
      if (reading.begin(store.reached(reading.group()), limits.events())) {
        startTimer(new JournalLate(reading), JOURNAL_WAITS);
      }
      read(reading);
    }
  }

  private void startTimer(Command command, Duration after) {
    timers.startSingleTimer(command, command, after);
  }

  private void journalLate(GroupReading reading) {
    if (reading.failure() == null) {
      beginAnew(
          "the journal has no event at position %d, up to which it was read"
              .formatted(store.reached(reading.group()).position()));
    } else {
      startTimer(new JournalLate(reading), JOURNAL_WAITS);
    }
  }

  private void beginAnew(String why) {
    getContext().getLog().warn("Accounting is made anew from the whole journal, since {}", why);
    timers.cancelAll();
    held.clear();
    store.clear();
    begin();
  }

  private void read(GroupReading reading) {
    int number = reading.next();
    reading.wake(clock.instant());
    reading.opened(
        source
            .after(reading.group(), reading.position())
            .viaMat(KillSwitches.single(), Keep.right())
            .batch(
                MAX_BATCH,
                first -> new ArrayList<>(List.of(first)),
                (list, next) -> {
                  list.add(next);
                  return list;
                })
            .to(
                ActorSink.actorRefWithBackpressure(
                    getContext().getSelf(),
                    (ack, list) -> new Batch(reading, number, list, ack),
                    Opened::new,
                    Taken.INSTANCE,
                    new Failed(
                        reading,
                        number,
                        new IllegalStateException("the journal's stream of events ended")),
                    cause -> new Failed(reading, number, cause)))
            .run(getContext().getSystem()));
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
    GroupReading reading = batch.from();
    if (!reading.isNow(batch.stream())) {
      return; // of a stream that was ended
    }
    for (int i = 0; i < batch.envelopes().size(); i++) {
      EventEnvelope envelope = batch.envelopes().get(i);
      long at = ReadJournals.position(envelope);
      if (at > reading.position()) {
        HistoryFiles.Reached here =
            new HistoryFiles.Reached(
                reading.group(), at, envelope.persistenceId(), envelope.sequenceNr());
        if (!stands(reading, here)) {
          beginAnew(
              "the journal has another event at position %d than it had when that was read"
                  .formatted(store.reached(reading.group()).position()));
          return;
        }
        if (early.contains(reading, envelope, clock.instant())) {
          timers.startSingleTimer(reading, batch.rest(i), LOOK_AGAIN);
          return;
        }
        reading.took(at);
        apply(here, envelope);
      }
    }
    reading.tookAll(batch.envelopes().getLast(), clock.instant());
    saveSoon();
    if (store.unsaved() < MOST_UNSAVED) {
      batch.ack().tell(Taken.INSTANCE);
    } else {
      held.add(batch);
    }
  }

  /** True unless the event shows that the journal is another one. */
  private boolean stands(GroupReading reading, HistoryFiles.Reached here) {
    boolean before = reading.isSame();
    boolean stands = reading.stands(store.reached(reading.group()), here);
    if (!before && reading.isSame()) {
      timers.cancel(new JournalLate(reading));
    }
    return stands;
  }

  private void apply(HistoryFiles.Reached at, EventEnvelope envelope) {
    boolean known = at.position() <= store.reached(at.group()).position();
    switch (envelope.event()) {
      case JobEvent event when known -> store.show(at.group(), at.position(), event);
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
      if (unsaved != null) {
        unsaved = null;
        getContext().getLog().warn("Accounting is on disk again.");
      }
      held.forEach(batch -> batch.ack().tell(Taken.INSTANCE));
      held.clear();
    } catch (StoreFailure e) {
      if (unsaved == null) { // once, not each second: the disk may be full for long
        getContext()
            .getLog()
            .error("Accounting is kept in memory, and tried again each second: {}", e.getMessage());
      }
      unsaved = e.getMessage();
    }
    if (store.due()) {
      timers.startSingleTimer(Save.INSTANCE, BETWEEN_SAVES);
    }
  }

  private void retryLater(Failed failed) {
    GroupReading reading = failed.from();
    if (!reading.isNow(failed.stream())) {
      return; // of a stream that was ended
    }
    String why = String.valueOf(failed.cause().getMessage());
    Duration retry = reading.nextTry();
    reading.failed(why);
    getContext()
        .getLog()
        .warn(
            "Reading job events from the journal failed at position {}, next try in {} ms: {}",
            reading.position(),
            retry.toMillis(),
            why);
    startTimer(new Retry(reading), retry);
  }
}
