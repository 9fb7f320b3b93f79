package io.pliant.actors.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.pliant.actors.cluster.JournalDatabase;
import io.pliant.core.job.JobEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.persistence.query.EventEnvelope;
import org.apache.pekko.stream.javadsl.Sink;
import org.junit.jupiter.api.Test;

/** What every journal must keep; each database has a subclass. */
abstract class JournalContract {
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A database of its own for the test that runs. */
  abstract JournalSettings settings();

  @Test
  void shouldKeepEventsWhenTheSystemStartsAnew() {
    JournalDatabase.prepare(settings());
    try (Running first = Running.start(settings())) {
      first.append(1, 3);
      first.append(1, 2);
      first.append(2, 400);
    }
    try (Running second = Running.start(settings())) {
      assertThat(second.count(1)).isEqualTo(5);
      assertThat(second.count(2)).isEqualTo(400);
      assertThat(second.count(3)).isZero();
    }
  }

  @Test
  void shouldRefuseASecondWriterOfTheSameSequenceNumber() {
    JournalDatabase.prepare(settings());
    try (Running one = Running.start(settings());
        Running two = Running.start(settings())) {
      ActorRef<Ledger.Command> first = one.kit.spawn(Ledger.create(1));
      ActorRef<Ledger.Command> second = two.kit.spawn(Ledger.create(1));
      assertThat(one.ask(first)).isZero();
      assertThat(two.ask(second)).isZero();
      TestProbe<Long> acks = one.kit.createTestProbe();
      first.tell(new Ledger.Append(1, acks.getRef()));
      acks.receiveMessage(PATIENCE);

      TestProbe<Long> refused = two.kit.createTestProbe();
      second.tell(new Ledger.Append(1, refused.getRef()));
      refused.expectTerminated(second, PATIENCE);
      refused.expectNoMessage(Duration.ofMillis(100));
      assertThat(two.count(1)).isEqualTo(1);
    }
  }

  @Test
  void shouldStreamTaggedEventsInOrderAndGoOnLive() {
    JournalDatabase.prepare(settings());
    try (Running system = Running.start(settings())) {
      system.append(1, 2);
      system.append(2, 3);
      TestProbe<EventEnvelope> probe = system.kit.createTestProbe();
      ReadJournals.eventsByTag(system.kit.system(), 0, JournalTags.JOB, 0)
          .runWith(Sink.foreach(e -> probe.getRef().tell(e)), system.kit.system());
      List<EventEnvelope> old = receive(probe, 5);
      system.append(1, 1);
      EventEnvelope live = receive(probe, 1).getFirst();

      assertThat(old).extracting(ReadJournals::position).isSorted().doesNotHaveDuplicates();
      assertThat(ReadJournals.position(live)).isGreaterThan(ReadJournals.position(old.getLast()));
      assertThat(live.persistenceId()).isEqualTo("ledger|1");
      assertThat(live.event()).isInstanceOf(JobEvent.GrantRenewed.class);

      TestProbe<EventEnvelope> resumed = system.kit.createTestProbe();
      ReadJournals.eventsByTag(
              system.kit.system(), 0, JournalTags.JOB, ReadJournals.position(old.get(2)))
          .runWith(Sink.foreach(e -> resumed.getRef().tell(e)), system.kit.system());
      assertThat(receive(resumed, 3))
          .extracting(EventEnvelope::offset)
          .containsExactly(old.get(3).offset(), old.get(4).offset(), live.offset());
    }
  }

  @Test
  void shouldKeepSnapshotsAndReplayOnlyWhatFollows() {
    JournalDatabase.prepare(settings());
    try (Running system = Running.start(settings())) {
      ActorRef<Ledger.Command> ledger = system.kit.spawn(Ledger.snapshotting(1));
      TestProbe<Long> acks = system.kit.createTestProbe();
      for (int i = 0; i < 12; i++) {
        ledger.tell(new Ledger.Append(1, acks.getRef()));
        acks.receiveMessage(PATIENCE);
      }
      system.kit.stop(ledger);
    }
    try (Running system = Running.start(settings())) {
      ActorRef<Ledger.Command> ledger = system.kit.spawn(Ledger.snapshotting(1));
      assertThat(system.ask(ledger)).isEqualTo(12);
    }
  }

  @Test
  void shouldMakeTheTablesOnceWhenManyPrepareAtOnce() throws Exception {
    try (ExecutorService pool = Executors.newFixedThreadPool(6)) {
      List<Future<?>> all =
          IntStream.range(0, 6)
              .<Future<?>>mapToObj(_ -> pool.submit(() -> JournalDatabase.prepare(settings())))
              .toList();
      for (Future<?> one : all) {
        one.get();
      }
    }
    try (Running system = Running.start(settings())) {
      system.append(1, 1);
      assertThat(system.count(1)).isEqualTo(1);
    }
  }

  @Test
  void shouldKeepManyEntitiesApartWhenTheyWriteAtOnce() {
    JournalDatabase.prepare(settings());
    try (Running system = Running.start(settings())) {
      TestProbe<Long> acks = system.kit.createTestProbe();
      LongStream.rangeClosed(1, 100)
          .mapToObj(job -> system.kit.spawn(Ledger.create(job)))
          .forEach(ledger ->
              IntStream.range(0, 5).forEach(_ -> ledger.tell(new Ledger.Append(1, acks.getRef()))));
      for (int ack = 0; ack < 500; ack++) {
        acks.receiveMessage(PATIENCE);
      }
      assertThat(system.count(57)).isEqualTo(5);
    }
  }

  @Test
  void shouldLoseNothingAcknowledgedWhenWritersAreKilledInTurn() throws Exception {
    try (ChildJvm first = ChildJvm.start(settings(), 1, 4);
        ChildJvm second = ChildJvm.start(settings(), 101, 4)) {
      first.awaitMoreAcks(40);
      second.awaitMoreAcks(40);
      first.kill();
      second.awaitMoreAcks(200);
      second.kill();
      assertNothingLost(first);
      assertNothingLost(second);
    }
  }

  /** Each ledger holds at least what was acknowledged, and can be written on. */
  final void assertNothingLost(ChildJvm child) {
    try (Running system = Running.start(settings())) {
      assertThat(child.acknowledged()).isNotEmpty();
      child
          .acknowledged()
          .forEach((job, count) -> assertThat(system.count(job)).isGreaterThanOrEqualTo(count));
      system.append(child.acknowledged().keySet().iterator().next(), 1);
    }
  }

  private static List<EventEnvelope> receive(TestProbe<EventEnvelope> probe, int count) {
    return IntStream.range(0, count).mapToObj(_ -> probe.receiveMessage(PATIENCE)).toList();
  }

  /** An actor system on a journal. */
  static final class Running implements AutoCloseable {
    final ActorTestKit kit;

    private Running(ActorTestKit kit) {
      this.kit = kit;
    }

    static Running start(JournalSettings settings) {
      Config config =
          ConfigFactory.parseString("pekko.actor.provider = local")
              .withFallback(JournalConfig.of(settings))
              .withFallback(ConfigFactory.load());
      return new Running(ActorTestKit.create("journal", config.resolve()));
    }

    void append(long job, int events) {
      TestProbe<Long> probe = kit.createTestProbe();
      ActorRef<Ledger.Command> ledger = kit.spawn(Ledger.create(job));
      ledger.tell(new Ledger.Append(events, probe.getRef()));
      probe.receiveMessage(PATIENCE);
      kit.stop(ledger);
    }

    long count(long job) {
      ActorRef<Ledger.Command> ledger = kit.spawn(Ledger.create(job));
      long count = ask(ledger);
      kit.stop(ledger);
      return count;
    }

    long ask(ActorRef<Ledger.Command> ledger) {
      TestProbe<Long> probe = kit.createTestProbe();
      ledger.tell(new Ledger.Count(probe.getRef()));
      return probe.receiveMessage(PATIENCE);
    }

    @Override
    public void close() {
      kit.shutdownTestKit();
    }
  }
}
