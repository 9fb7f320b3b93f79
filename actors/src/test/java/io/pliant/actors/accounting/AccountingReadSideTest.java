package io.pliant.actors.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.api.HistoryQuery;
import io.pliant.actors.wire.Samples;
import io.pliant.core.accounting.HistoryFilter;
import io.pliant.core.job.JobEvent;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.persistence.query.EventEnvelope;
import org.apache.pekko.persistence.query.Offset;
import org.apache.pekko.stream.javadsl.Source;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class AccountingReadSideTest {
  private static final ActorTestKit KIT = ActorTestKit.create();
  private static final HistoryQuery ALL = new HistoryQuery(HistoryFilter.ALL, 10);

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  @Test
  void shouldGoOnWhereItWasWhenTheStreamFails() {
    List<Long> asked = new CopyOnWriteArrayList<>();
    List<EventEnvelope> journal = journal();
    ActorRef<AccountingReadSide.Command> readSide =
        KIT.spawn(
            AccountingReadSide.create(
                AccountingLimits.defaults(),
                position -> {
                  asked.add(position);
                  return fromJournal(journal, position);
                },
                Clock.systemUTC()));

    TestProbe<AccountingReadSide.Progress> progress = KIT.createTestProbe();
    progress.awaitAssert(
        Duration.ofSeconds(10),
        () -> {
          readSide.tell(new AccountingReadSide.GetProgress(progress.getRef()));
          assertThat(progress.receiveMessage().events()).isEqualTo(journal.size());
          return null;
        });

    TestProbe<AccountingReadSide.Events> events = KIT.createTestProbe();
    readSide.tell(new AccountingReadSide.GetEvents(0, 1_000, events.getRef()));
    assertThat(events.receiveMessage().events()).hasSize(journal.size());
    TestProbe<AccountingReadSide.History> history = KIT.createTestProbe();
    readSide.tell(new AccountingReadSide.GetHistory(ALL, history.getRef()));
    assertThat(history.receiveMessage().jobs())
        .hasSize((int) journal.stream().map(e -> ((JobEvent) e.event()).job()).distinct().count());
    assertThat(asked).startsWith(0L, 5L, 10L).isSorted();
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

  private static List<EventEnvelope> journal() {
    List<EventEnvelope> journal = new ArrayList<>();
    for (JobEvent event : Samples.jobEvents()) {
      if (event instanceof JobEvent.JobRefused) {
        continue; // would take the one job out of the history
      }
      long at = journal.size() + 1;
      journal.add(
          new EventEnvelope(Offset.sequence(at), "job|42", at, event, System.currentTimeMillis()));
    }
    return journal;
  }
}
