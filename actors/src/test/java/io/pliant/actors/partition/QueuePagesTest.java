package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.PriorityEntry;
import io.pliant.api.QueueEntry;
import io.pliant.api.WaitExplanation.Priority;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.FaultRules;
import io.pliant.core.partition.LedgerLimits;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueueCursor;
import io.pliant.core.partition.QueueFilter;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.priority.PriorityFactors;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.priority.PriorityWeights;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.view.WaitingJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class QueuePagesTest {
  private static final int JOBS = 10_000;
  private static final int PAGE = 500;
  private static final Duration DAY = Duration.ofDays(1);
  private static final PriorityRule WIDE_FIRST =
      PriorityRule.of(new PriorityWeights(0, 1, 0, 0, 0, 0), DAY, DAY);
  private static final ActorTestKit KIT = ActorTestKit.create();
  private static final ActorRef<PartitionAnswer> NOBODY =
      KIT.<PartitionAnswer>createTestProbe().getRef();

  private final QueuePages pages = new QueuePages(settings());
  private PartitionState state = PartitionState.empty(new PartitionName("main"));
  private Instant now = Instant.EPOCH;

  QueuePagesTest() {
    for (int node = 1; node <= 7; node++) {
      state =
          state.evolve(
              new PartitionEvent.NodeRegistered(
                  new NodeName("n" + node), new NodeCapacity(1, 1), now));
    }
    for (int i = 1; i <= JOBS; i++) {
      enqueue(i);
    }
  }

  @AfterAll
  static void stop() {
    KIT.shutdownTestKit();
  }

  @Test
  void shouldRankAQueueOnceHoweverManyPagesItHas() {
    // when: a job comes between any two pages
    PartitionState before = state;
    List<PartitionAnswer.QueueRow> rows = new ArrayList<>();
    int read = 0;
    QueueCursor cursor = null;
    do {
      PartitionAnswer.QueuePage page = page(QueueFilter.ALL, cursor);
      assertThat(page.rows()).hasSizeLessThanOrEqualTo(PAGE);
      rows.addAll(page.rows());
      cursor = page.next();
      enqueue(JOBS + ++read);
      now = now.plusSeconds(2);
      pages.look(now);
    } while (cursor != null);

    // then
    assertThat(read).isGreaterThanOrEqualTo(JOBS / PAGE);
    assertThat(pages.rankings()).isEqualTo(1);
    rows.sort(Comparator.comparingInt(PartitionAnswer.QueueRow::place));
    assertThat(rows.stream().map(row -> row.entry().job()))
        .containsExactlyElementsOf(
            before.view(Instant.EPOCH, WIDE_FIRST).waiting().stream()
                .map(WaitingJob::job)
                .toList());
  }

  @Test
  void shouldLeaveOutWhoIsNotWantedBeforeThePageIsCut() {
    PartitionAnswer.QueuePage page = page(new QueueFilter("rare", List.of()), null);
    assertThat(page.rows())
        .hasSize(JOBS / 1000)
        .extracting(r -> r.entry().user())
        .containsOnly("rare");
    assertThat(page.next()).isNull();
    assertThat(page(new QueueFilter(null, List.of(JobStatus.RUNNING)), null).rows()).isEmpty();
    assertThat(pages.rankings()).isEqualTo(1);
  }

  @Test
  void shouldRankAQueueOnceHoweverManyAskWhy() {
    // when: a job comes between any two questions, and pages are read as well
    for (int i = 1; i <= 500; i++) {
      Priority priority = Objects.requireNonNull(pages.priority(state, new JobId(i), now));
      assertThat(priority.position()).isEqualTo(place(i));
      enqueue(JOBS + i);
      now = now.plusMillis(2);
    }

    // then
    assertThat(pages.rankings()).isEqualTo(1);
    assertThat(pages.priority(state, new JobId(9 * JOBS), now)).isNull();
  }

  /** Of a job among the first: the widest come first, those of one width in order. */
  private static int place(int id) {
    int width = 1 + id % 7;
    int wider = 0;
    int before = 0;
    for (int i = 1; i <= JOBS; i++) {
      wider += 1 + i % 7 > width ? 1 : 0;
      before += 1 + i % 7 == width && i <= id ? 1 : 0;
    }
    return wider + before;
  }

  @Test
  void shouldTellWhyJobsWaitNow() {
    PartitionAnswer.QueuePage page = page(new QueueFilter("rare", List.of()), null);
    assertThat(page.rows())
        .extracting(PartitionAnswer.QueueRow::entry)
        .extracting(QueueEntry::reason)
        .containsOnly("Resources");
  }

  @Test
  void shouldTellWhatOrdersTheJobsThatAreNotHeld() {
    state = PartitionState.empty(new PartitionName("main"));
    enqueue(1);
    enqueue(2, true);
    enqueue(1000);
    PartitionAnswer.PriorityPage first = priorities(QueueFilter.ALL, null, 1);
    PartitionAnswer.PriorityPage second = priorities(QueueFilter.ALL, first.next(), 1);
    assertThat(first.rows()).singleElement().isEqualTo(row(1, "ada", 0));
    assertThat(second.rows()).singleElement().isEqualTo(row(1000, "rare", 2));
    assertThat(second.next()).isNull();
    assertThat(priorities(new QueueFilter("rare", List.of()), null, PAGE).rows()).hasSize(1);
    assertThat(pages.rankings()).isEqualTo(1);
  }

  private PartitionAnswer.PriorityPage priorities(
      QueueFilter filter, @Nullable QueueCursor cursor, int limit) {
    return (PartitionAnswer.PriorityPage)
        pages.priorities(
            state, new PartitionCommand.GetPriorities(filter, cursor, limit, NOBODY), now);
  }

  /** There are no nodes, so nothing but the order of submission counts. */
  private static PartitionAnswer.PriorityRow row(int id, String user, int place) {
    return new PartitionAnswer.PriorityRow(
        place,
        new PriorityEntry(
            new JobId(id), null, user, 0, new PriorityFactors(0, 0, 0, 0, 1, 0.6), null, null));
  }

  private PartitionAnswer.QueuePage page(QueueFilter filter, @Nullable QueueCursor cursor) {
    return pages.page(
        state,
        new PartitionCommand.GetQueue(filter, cursor, PAGE, NOBODY),
        (_, _) -> "Resources",
        now);
  }

  private void enqueue(int id) {
    enqueue(id, false);
  }

  private void enqueue(int id, boolean held) {
    QueuedJob job =
        new QueuedJob(
            new JobId(id),
            1,
            "job",
            id % 1000 == 0 ? "rare" : "ada",
            ResourceRequest.wholeNodes(1 + id % 7),
            Duration.ofHours(1),
            held,
            null,
            Instant.EPOCH,
            null);
    state =
        state.evolve(new PartitionEvent.JobEnqueued(job, state.nextRank(), Instant.EPOCH, null));
  }

  private static PartitionSettings settings() {
    return new PartitionSettings(
        new PartitionName("main"),
        true,
        "*",
        "easy",
        DAY,
        null,
        false,
        5,
        WIDE_FIRST,
        null,
        LedgerLimits.USUAL,
        FaultRules.USUAL);
  }
}
