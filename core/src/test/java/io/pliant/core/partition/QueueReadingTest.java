package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.priority.PriorityWeights;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class QueueReadingTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final PriorityRule WIDE_FIRST =
      PriorityRule.of(new PriorityWeights(0, 1, 0, 0, 0, 0), DAY, DAY);
  private static final Instant NOW = Instant.EPOCH;

  private PartitionState state = PartitionState.empty(new PartitionName("main"));
  private QueueReading reading = QueueReading.NONE;

  QueueReadingTest() {
    for (int node = 1; node <= 3; node++) {
      state =
          state.evolve(
              new PartitionEvent.NodeRegistered(
                  new NodeName("n" + node), new NodeCapacity(1, 1), NOW));
    }
    enqueue(1, "ada", 1);
    enqueue(2, "bob", 3);
    enqueue(3, "ada", 2);
  }

  @Test
  void shouldTellJobsByNumberAndTheirPlaceInTheOrderOfTheQueue() {
    QueueSnapshot snapshot = read(null, NOW);
    assertThat(snapshot.after(null, QueueFilter.ALL))
        .extracting(line -> line.job().job().value(), QueueSnapshot.Line::place)
        .containsExactly(tuple(1, 2), tuple(2, 0), tuple(3, 1));
    assertThat(snapshot.after(new JobId(1), QueueFilter.ALL)).hasSize(2);
    assertThat(snapshot.after(new JobId(3), QueueFilter.ALL)).isEmpty();
  }

  @Test
  void shouldLeaveOutWhoIsNotWanted() {
    QueueSnapshot snapshot = read(null, NOW);
    assertThat(snapshot.after(null, new QueueFilter("ada", List.of())))
        .extracting(line -> line.job().job().value())
        .containsExactly(1L, 3L);
    assertThat(snapshot.after(null, new QueueFilter("ada", List.of(JobStatus.RUNNING)))).isEmpty();
    assertThat(snapshot.after(null, new QueueFilter(null, List.of(JobStatus.PENDING)))).hasSize(3);
  }

  @Test
  void shouldLeaveOutJobsThatWereNotAskedFor() {
    QueueFilter two = new QueueFilter(null, List.of(), Set.of(new JobId(1), new JobId(2)));
    assertThat(read(null, NOW).after(null, two)).hasSize(2);
    assertThat(read(null, NOW).after(new JobId(1), two))
        .extracting(line -> line.job().job().value())
        .containsExactly(2L);
    assertThat(new QueueFilter(null, List.of(), null)).isEqualTo(QueueFilter.ALL);
  }

  @Test
  void shouldShowAPartOfTheQueueInItsOrder() {
    QueueSnapshot snapshot = read(null, NOW);

    assertThat(jobs(snapshot, QueueFilter.ALL, "", 0, 2)).containsExactly(2L, 3L);
    assertThat(jobs(snapshot, QueueFilter.ALL, "", 2, 2)).containsExactly(1L);
    assertThat(jobs(snapshot, QueueFilter.ALL, "", 9, 2)).isEmpty();
    assertThat(jobs(snapshot, new QueueFilter("ada", List.of()), "", 0, 9)).containsExactly(3L, 1L);
    assertThat(jobs(snapshot, QueueFilter.ALL, " BO", 0, 9)).containsExactly(2L);
    assertThat(jobs(snapshot, QueueFilter.ALL, "3", 0, 9)).containsExactly(3L);
    assertThat(snapshot.window(new QueueFilter("ada", List.of()), QueueText.ALL, 1, 0).total())
        .isEqualTo(2);
  }

  @Test
  void shouldRankOnceASecondForThoseWhoLook() {
    reading = reading.looking(state, WIDE_FIRST, NOW);
    enqueue(4, "cy", 1);

    reading = reading.looking(state, WIDE_FIRST, NOW.plus(QueueReading.FRESH));
    assertThat(jobs(reading.snapshot(), QueueFilter.ALL, "", 0, 9)).hasSize(3);
    reading = reading.looking(state, WIDE_FIRST, NOW.plus(QueueReading.FRESH).plusMillis(1));
    assertThat(jobs(reading.snapshot(), QueueFilter.ALL, "", 0, 9)).hasSize(4);
    assertThat(reading.rankings()).isEqualTo(2);
  }

  private static List<Long> jobs(
      QueueSnapshot snapshot, QueueFilter filter, String text, long offset, int limit) {
    return snapshot.window(filter, new QueueText(text), offset, limit).lines().stream()
        .map(line -> line.job().job().value())
        .toList();
  }

  @Test
  void shouldTellTheRankOfAJobFromASnapshotThatIsNotOld() {
    // given
    assertThat(position(1, NOW)).isEqualTo(3);

    // then: a rank is as old as the snapshot, but a job that is newer than it has one as well
    Instant later = NOW.plus(QueueReading.FRESH);
    enqueue(4, "cy", 2);
    assertThat(position(1, later)).isEqualTo(3);
    assertThat(reading.rankings()).isEqualTo(1);
    assertThat(position(4, later)).isEqualTo(3);
    assertThat(position(1, later)).isEqualTo(4);
    assertThat(reading.rankings()).isEqualTo(2);
    assertThat(position(1, NOW.plus(DAY))).isEqualTo(4);
    assertThat(reading.rankings()).isEqualTo(3);
  }

  @Test
  void shouldHaveNoRankForAJobThatDoesNotWait() {
    assertThat(read(null, NOW).rank(new JobId(77))).isNull();
  }

  @Test
  void shouldShowAFirstPageTheLedgerAsItIs() {
    QueueSnapshot first = read(null, NOW);
    assertThat(read(null, NOW)).isSameAs(first);
    enqueue(4, "cy", 1);
    assertThat(read(null, NOW).after(null, QueueFilter.ALL)).hasSize(4);
    assertThat(reading.rankings()).isEqualTo(2);
  }

  @Test
  void shouldRankAgainWhenTheAgesBehindTheOrderAreOld() {
    read(null, NOW);
    read(null, NOW.plus(QueueReading.FRESH));
    assertThat(reading.rankings()).isEqualTo(1);
    read(null, NOW.plus(QueueReading.FRESH).plusMillis(1));
    assertThat(reading.rankings()).isEqualTo(2);
  }

  @Test
  void shouldGoOnInTheSnapshotOfTheFirstPageOrInANewerOne() {
    // given
    QueueSnapshot first = read(null, NOW);
    QueueCursor cursor = new QueueCursor(first.version(), new JobId(1));
    enqueue(4, "cy", 1);

    // then
    assertThat(read(cursor, NOW.plusSeconds(9))).isSameAs(first);
    QueueSnapshot newer = read(null, NOW.plusSeconds(9));
    assertThat(read(cursor, NOW.plusSeconds(9))).isSameAs(newer);
    assertThat(reading.rankings()).isEqualTo(2);
  }

  @Test
  void shouldKeepOneSnapshotAndNoneWhenNobodyReads() {
    read(null, NOW);
    assertThat(reading.unlessIdle(NOW.plus(QueueReading.IDLE).minusMillis(1))).isEqualTo(reading);
    QueueReading idle = reading.unlessIdle(NOW.plus(QueueReading.IDLE));
    assertThat(idle.kept()).isNull();
    assertThatThrownBy(idle::snapshot).hasMessageContaining("nobody reads");
    assertThat(idle.unlessIdle(NOW.plus(DAY))).isEqualTo(idle);
  }

  private int position(long job, Instant now) {
    reading = reading.ranking(state, WIDE_FIRST, new JobId(job), now);
    return Objects.requireNonNull(reading.snapshot().rank(new JobId(job))).position();
  }

  private QueueSnapshot read(@Nullable QueueCursor cursor, Instant now) {
    reading = reading.reading(state, WIDE_FIRST, cursor, now);
    return reading.snapshot();
  }

  private static Tuple tuple(long job, int place) {
    return Tuple.tuple(job, place);
  }

  private void enqueue(long id, String user, int nodes) {
    QueuedJob job =
        new QueuedJob(
            new JobId(id),
            1,
            "job",
            user,
            ResourceRequest.wholeNodes(nodes),
            Duration.ofHours(1),
            false,
            null,
            NOW,
            null);
    state = state.evolve(new PartitionEvent.JobEnqueued(job, state.nextRank(), NOW, null));
  }
}
