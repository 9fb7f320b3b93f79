package io.pliant.actors.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.HistoryQuery;
import io.pliant.actors.wire.Samples;
import io.pliant.api.EventCursor;
import io.pliant.api.HistoryEntry;
import io.pliant.api.JobEventEntry;
import io.pliant.core.accounting.HistoryFilter;
import io.pliant.core.energy.Energy;
import io.pliant.core.energy.JobEnergy;
import io.pliant.core.energy.JobInterval;
import io.pliant.core.energy.Share;
import io.pliant.core.id.JobId;
import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.PartitionEvent;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.ManualTime;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.persistence.query.EventEnvelope;
import org.apache.pekko.persistence.query.Offset;
import org.apache.pekko.stream.javadsl.Source;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AccountingReadSideTest {
  private static final ActorTestKit KIT = ActorTestKit.create(ManualTime.config());
  private static final ManualTime TIME = ManualTime.get(KIT.system());
  private static final AccountingLimits LIMITS =
      new AccountingLimits(1_000, Duration.ofDays(36_500), 5);
  private static final HistoryQuery ALL = new HistoryQuery(HistoryFilter.ALL, 10);

  @TempDir private Path folder;

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  @Test
  void shouldGoOnWhereItWasWhenTheStreamFails() {
    List<Long> asked = new CopyOnWriteArrayList<>();
    List<EventEnvelope> journal = journal("job|42");
    ActorRef<AccountingReadSide.Command> readSide =
        start((_, position) -> {
          asked.add(position);
          return fromJournal(journal, position);
        });

    awaitRead(readSide, journal.size());

    assertThat(events(readSide)).hasSize(LIMITS.events());
    assertThat(history(readSide))
        .hasSize((int) journal.stream().map(e -> ((JobEvent) e.event()).job()).distinct().count());
    // a failure may overtake events that are still in a buffer: they are asked for again
    assertThat(asked).startsWith(0L).isSorted().hasSizeGreaterThanOrEqualTo(journal.size() / 5);
  }

  @Test
  void shouldGoOnAfterARestartAndTellWatchersTheEventsBefore() {
    List<EventEnvelope> journal = journal("job|42");
    ActorRef<AccountingReadSide.Command> first =
        start((_, position) -> allAfter(journal.subList(0, 9), position));
    awaitRead(first, 9);
    KIT.stop(first);

    List<Long> asked = new CopyOnWriteArrayList<>();
    ActorRef<AccountingReadSide.Command> second =
        start((_, position) -> {
          asked.add(position);
          return allAfter(journal, position);
        });
    awaitPosition(second, journal.size());
    assertThat(asked).containsExactly(9L - LIMITS.events());
    assertThat(events(second))
        .extracting(JobEventEntry::cursor)
        .startsWith((long) journal.size() - LIMITS.events() + 1);

    ActorRef<AccountingReadSide.Command> whole =
        start(folder.resolve("whole"), (_, position) -> allAfter(journal, position));
    awaitRead(whole, journal.size());
    assertThat(history(second)).isEqualTo(history(whole)).isNotEmpty();
  }

  @Test
  void shouldBeginAnewWhenTheJournalIsAnotherOne() {
    List<EventEnvelope> journal = journal("job|42");
    ActorRef<AccountingReadSide.Command> first =
        start((_, position) -> allAfter(journal, position));
    awaitRead(first, journal.size());
    KIT.stop(first);

    List<EventEnvelope> other = journal("job|43");
    ActorRef<AccountingReadSide.Command> second = start((_, position) -> allAfter(other, position));
    awaitPosition(second, other.size());
    assertThat(events(second)).hasSize(LIMITS.events());
    assertThat(history(second)).isNotEmpty();
    KIT.stop(second);
    ActorRef<AccountingReadSide.Command> third = start((_, position) -> allAfter(other, position));
    awaitPosition(third, other.size());
    awaitRead(third, LIMITS.events()); // of the journal that it knows now
  }

  @Test
  void shouldBeginAnewWhenTheJournalIsShorterNow() {
    List<EventEnvelope> journal = journal("job|42");
    ActorRef<AccountingReadSide.Command> first =
        start((_, position) -> allAfter(journal, position));
    awaitRead(first, journal.size());
    KIT.stop(first);

    List<Long> asked = new CopyOnWriteArrayList<>();
    ActorRef<AccountingReadSide.Command> second =
        start((_, position) -> {
          asked.add(position);
          return allAfter(journal.subList(0, 8), position);
        });
    KIT.createTestProbe()
        .awaitAssert(
            Duration.ofSeconds(10),
            () -> {
              assertThat(asked).hasSize(1);
              return null;
            });
    TIME.timePasses(Duration.ofSeconds(61));
    awaitPosition(second, 8);
    assertThat(asked).endsWith(0L);
  }

  @Test
  void shouldWaitForTheJobOfAnotherGroupThatIsSpokenOf() {
    JobId job = ((JobEvent) journal("job|42").getFirst().event()).job(); // in the first group
    Energy counted = new Energy(5_000_000, 60_000_000, 0, 90, false);
    Share share = new Share(new JobInterval(job, 1, 0), 2, 0, 90L, List.of("rapl"), counted);
    EventEnvelope energy =
        new EventEnvelope(
            Offset.sequence(7),
            "partition|b",
            3,
            new PartitionEvent.EnergyCounted(List.of(), List.of(share), Samples.AT, null),
            Samples.AT.toEpochMilli());
    CompletableFuture<List<EventEnvelope>> later = new CompletableFuture<>();
    ActorRef<AccountingReadSide.Command> readSide =
        KIT.spawn(
            AccountingReadSide.create(
                new AccountingSettings(LIMITS, folder.resolve("two"), Duration.ofMinutes(1)),
                2,
                (group, position) ->
                    group == 1
                        ? allAfter(List.of(energy), 0)
                        : Source.completionStage(later)
                            .flatMapConcat(all -> allAfter(all, position)),
                Clock.fixed(Samples.AT.plusSeconds(9), ZoneOffset.UTC)));
    awaitRead(readSide, 0);
    TIME.timePasses(Duration.ofSeconds(5));
    awaitRead(readSide, 0); // it is not passed over, however long it takes
    List<EventEnvelope> first = journal("job|42").subList(0, 1);
    later.complete(first);
    awaitRead(readSide, 2);

    TestProbe<JobEnergy> energies = KIT.createTestProbe();
    readSide.tell(new AccountingReadSide.GetEnergy(job, energies.getRef()));
    assertThat(energies.receiveMessage()).isNotEqualTo(JobEnergy.NONE);
    assertThat(events(readSide)).extracting(JobEventEntry::resume).containsExactly("1.0");
    KIT.stop(readSide);
  }

  @Test
  void shouldRefuseQuestionsBeyondThoseThatWait() {
    Path files = folder.resolve("asked");
    TestProbe<Answer<List<HistoryEntry>>> answers = KIT.createTestProbe();
    try (AccountingStore store = new AccountingStore(1, LIMITS, HistoryFiles.open(files))) {
      List<Runnable> begun = new ArrayList<>(); // none goes on before it is let
      HistorySearches searches =
          new HistorySearches(
              store, Clock.systemUTC(), Duration.ofMinutes(1), begun::add, () -> {});
      for (int i = 0; i < 2 + 64 + 1; i++) {
        searches.add(new AccountingReadSide.GetHistory(ALL, answers.getRef()));
      }
      assertThat(begun).hasSize(2);
      assertThat(answers.receiveMessage()).isInstanceOf(Answer.Rejected.class);
      for (int i = 0; i < 66; i++) {
        begun.get(i).run();
        searches.ended();
        assertThat(answers.receiveMessage()).isInstanceOf(Answer.Accepted.class);
      }
      assertThat(begun).hasSize(66);
    }
  }

  private ActorRef<AccountingReadSide.Command> start(AccountingReadSide.EventSource source) {
    return start(folder.resolve("accounting"), source);
  }

  private static ActorRef<AccountingReadSide.Command> start(
      Path folder, AccountingReadSide.EventSource source) {
    return KIT.spawn(
        AccountingReadSide.create(
            new AccountingSettings(LIMITS, folder, Duration.ofMinutes(1)),
            1,
            source,
            Clock.fixed(Samples.AT.plusSeconds(9), ZoneOffset.UTC)));
  }

  private static Source<EventEnvelope, NotUsed> allAfter(
      List<EventEnvelope> journal, long position) {
    return Source.from(journal.stream().skip(Math.max(0, position)).toList())
        .concatLazy(Source.<EventEnvelope>maybe().mapMaterializedValue(_ -> NotUsed.getInstance()));
  }

  private static void awaitRead(ActorRef<AccountingReadSide.Command> readSide, long events) {
    await(readSide, progress -> assertThat(progress.events()).isEqualTo(events));
  }

  private static void awaitPosition(ActorRef<AccountingReadSide.Command> readSide, long position) {
    await(readSide, progress -> assertThat(progress.position()).isEqualTo(position));
  }

  /** Retries of the stream wait for the test's own time. */
  private static void await(
      ActorRef<AccountingReadSide.Command> readSide,
      Consumer<AccountingReadSide.Progress> expectation) {
    TestProbe<AccountingReadSide.Progress> progress = KIT.createTestProbe();
    progress.awaitAssert(
        Duration.ofSeconds(10),
        () -> {
          TIME.timePasses(Duration.ofMillis(200));
          readSide.tell(new AccountingReadSide.GetProgress(progress.getRef()));
          expectation.accept(progress.receiveMessage());
          return null;
        });
  }

  private static List<JobEventEntry> events(ActorRef<AccountingReadSide.Command> readSide) {
    TestProbe<AccountingReadSide.Events> events = KIT.createTestProbe();
    readSide.tell(new AccountingReadSide.GetEvents(EventCursor.START, 1_000, events.getRef()));
    return events.receiveMessage().events();
  }

  private static List<HistoryEntry> history(ActorRef<AccountingReadSide.Command> readSide) {
    TestProbe<Answer<List<HistoryEntry>>> history = KIT.createTestProbe();
    readSide.tell(new AccountingReadSide.GetHistory(ALL, history.getRef()));
    return ((Answer.Accepted<List<HistoryEntry>>) history.receiveMessage()).value();
  }

  /** Five events, and a moment later a failure (which would overtake events still in a buffer). */
  private static Source<EventEnvelope, NotUsed> fromJournal(
      List<EventEnvelope> journal, long position) {
    return Source.from(journal.stream().skip(position).limit(5).toList())
        .concatLazy(
            Source.<EventEnvelope>maybe()
                .mapMaterializedValue(_ -> NotUsed.getInstance())
                .idleTimeout(Duration.ofMillis(200)));
  }

  private static List<EventEnvelope> journal(String entity) {
    List<EventEnvelope> journal = new ArrayList<>();
    for (JobEvent event : Samples.jobEvents()) {
      if (event instanceof JobEvent.JobRefused) {
        continue; // would take the one job out of the history
      }
      long at = journal.size() + 1;
      journal.add(
          new EventEnvelope(Offset.sequence(at), entity, at, event, System.currentTimeMillis()));
    }
    return journal;
  }
}
