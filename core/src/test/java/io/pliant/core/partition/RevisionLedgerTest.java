package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.array.JobArray;
import io.pliant.core.array.Places;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.Policies;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.spec.Bookkeeping;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A ledger takes in that a job was changed, wherever it stands, and once. */
class RevisionLedgerTest {
  private static final Instant NOW = Instant.parse("2026-11-25T08:00:00Z");
  private static final JobId JOB = new JobId(40);
  private static final Duration HALF = Duration.ofMinutes(30);

  private final PartitionSettings settings =
      new PartitionSettings(
          new PartitionName("main"), true, "*", "easy", Duration.ofHours(1), null, false, 0);
  private final PartitionLifecycle lifecycle = new PartitionLifecycle(settings);
  private PartitionState state = PartitionState.empty(settings.name());

  @Test
  void shouldChangeAWaitingJobOnceAndNeverBack() {
    nodeSeen();
    enqueue(job());
    enqueue(job().after(revision(2, HALF, null)));
    QueuedJob waiting = Objects.requireNonNull(state.waiting(JOB));
    assertThat(waiting.timeLimit()).isEqualTo(HALF);
    assertThat(waiting.name()).isEqualTo("renamed");
    assertThat(waiting.bookkeeping()).isEqualTo(new Bookkeeping(null, null, null, 9, null));
    assertThat(enqueue(job().after(revision(2, HALF, null)))).isEmpty();
    assertThat(enqueue(job().after(revision(1, Duration.ofHours(5), null)))).isEmpty();
    assertThat(enqueue(job())).isEmpty();
    assertThat(PartitionSnapshot.of(state).toState()).isEqualTo(state);
  }

  @Test
  void shouldEnterTheQueueAsItStandsNow() {
    nodeSeen();
    enqueue(job().after(revision(1, HALF, null)));
    assertThat(Objects.requireNonNull(state.waiting(JOB)).timeLimit()).isEqualTo(HALF);
  }

  @Test
  void shouldExpectAnotherEndOfARunningJob() {
    nodeSeen();
    enqueue(job());
    start();
    PartitionIntent revise =
        new PartitionIntent.Revise(new AttemptId(JOB, 1), revision(1, HALF, null));
    assertThat(tell(revise)).hasSize(1);
    assertThat(Objects.requireNonNull(state.grants().get(JOB)).expectedEnd())
        .isEqualTo(NOW.plus(HALF));
    assertThat(tell(revise)).isEmpty();
    assertThat(tell(new PartitionIntent.Revise(new AttemptId(JOB, 2), revision(5, HALF, null))))
        .isEmpty();
  }

  @Test
  void shouldTakeNothingOfAJobThatItDoesNotKnow() {
    assertThat(tell(new PartitionIntent.Revise(new AttemptId(JOB, 1), revision(1, HALF, null))))
        .isEmpty();
  }

  @Test
  void shouldChangeAnArrayWhileElementsWaitAndWhenAllHaveStarted() {
    nodeSeen();
    QueuedJob array = job().as(JobArray.parse("1-3%1"), null);
    enqueue(array);
    enqueue(array.after(revision(1, HALF, 2)));
    assertThat(book().room()).isEqualTo(2);
    start();
    JobId element = JobArray.job(JOB, 0);
    Grant grant = Objects.requireNonNull(state.grants().get(element));
    assertThat(grant.expectedEnd()).isEqualTo(NOW.plus(HALF));
    assertThat(grant.job().revision()).isNull(); // it has changes of its own

    enqueue(array.after(revision(2, HALF, null)));
    start();
    assertThat(book().pending()).isEqualTo(Places.NONE);
    enqueue(array.after(revision(3, HALF, 1)));
    assertThat(book().array().mostAtOnce()).isOne();
    assertThat(PartitionSnapshot.of(state).toState()).isEqualTo(state);
  }

  private ArrayBook book() {
    return Objects.requireNonNull(state.arrays().get(JOB));
  }

  private static Revision revision(
      int number, @Nullable Duration limit, @Nullable Integer mostAtOnce) {
    return new Revision(
        number, "renamed", limit, null, new Bookkeeping(null, null, null, 9, null), mostAtOnce);
  }

  private static QueuedJob job() {
    return new QueuedJob(
        JOB, 1, "job", "ada", ResourceRequest.single(), null, false, null, NOW, null);
  }

  private void start() {
    SchedulingRound round =
        SchedulingRound.hold(Policies.named("easy"), state.view(NOW), Trigger.PERIODIC);
    tell(new PartitionIntent.StartJobs(round.checked().starts()));
  }

  private void nodeSeen() {
    tell(new PartitionIntent.NodeSeen(new NodeName("n1"), new NodeCapacity(8, 1000), List.of()));
  }

  private List<PartitionEvent> enqueue(QueuedJob job) {
    return tell(new PartitionIntent.Enqueue(job));
  }

  private List<PartitionEvent> tell(PartitionIntent intent) {
    List<PartitionEvent> events = lifecycle.decide(state, intent, NOW).events();
    events.forEach(event -> state = state.evolve(event));
    return events;
  }
}
