package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.ClusterEpoch;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.plan.Decision;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionLifecycleTest {
  private static final PartitionName MAIN = new PartitionName("main");
  private static final NodeName N1 = new NodeName("n1");
  private static final NodeCapacity FOUR = new NodeCapacity(4, 1000);
  private static final JobId J1 = new JobId(1);
  private static final JobId J2 = new JobId(2);
  private static final Instant NOW = Instant.EPOCH;

  private final PartitionLifecycle lifecycle =
      new PartitionLifecycle(
          new PartitionSettings(
              MAIN, true, "*", "easy", Duration.ofMinutes(10), Duration.ofHours(1), false, 5));
  private PartitionState state = PartitionState.empty(MAIN);

  @Test
  void shouldRaiseTheTermWithEachIncarnation() {
    tell(new PartitionIntent.BeginTerm(0));
    tell(new PartitionIntent.BeginTerm(0));
    assertThat(state.term()).isEqualTo(2);
  }

  @Test
  void shouldPutTermsOfALaterEpochAboveAllOfAnEarlierOne() {
    tell(new PartitionIntent.BeginTerm(100));
    assertThat(state.term()).isEqualTo(ClusterEpoch.firstTerm(100));
    tell(new PartitionIntent.BeginTerm(100));
    assertThat(state.term()).isEqualTo(ClusterEpoch.firstTerm(100) + 1);

    tell(new PartitionIntent.BeginTerm(101));

    assertThat(ClusterEpoch.ofTerm(state.term())).isEqualTo(101);
  }

  @Test
  void shouldQueueAJobOnceHoweverOftenItAsks() {
    seen();
    assertThat(enqueue(J1, 1, null)).isInstanceOf(PartitionReply.Queued.class);
    long version = state.version();
    assertThat(enqueue(J1, 1, null)).isInstanceOf(PartitionReply.Queued.class);
    assertThat(state.version()).isEqualTo(version);
    assertThat(Objects.requireNonNull(state.waiting(J1)).timeLimit())
        .isEqualTo(Duration.ofMinutes(10));
  }

  @Test
  void shouldRefuseWhatItCanNeverRunWithTheNumbers() {
    seen();
    QueuedJob wide = job(J1, 1, new ResourceRequest(3, 3, 3, 1, 0, false), null, null);
    assertThat(tell(new PartitionIntent.Enqueue(wide)))
        .isInstanceOfSatisfying(
            PartitionReply.Refused.class,
            r -> assertThat(r.refusal().reason()).contains("3").contains("1"));
    QueuedJob lengthy = job(J1, 1, ResourceRequest.single(), Duration.ofHours(2), null);
    assertThat(tell(new PartitionIntent.Enqueue(lengthy)))
        .isInstanceOfSatisfying(
            PartitionReply.Refused.class,
            r -> assertThat(r.refusal().reason()).contains("2:00:00").contains("1:00:00"));
  }

  @Test
  void shouldNameTheFirstJobWhenASubmissionKeyComesAgain() {
    seen();
    enqueue(J1, 1, "key");
    assertThat(enqueue(J2, 1, "key")).isEqualTo(new PartitionReply.DuplicateOf(J1));
    start(J1);
    tell(new PartitionIntent.Release(new AttemptId(J1, 1), JobStatus.COMPLETED));
    assertThat(enqueue(J2, 1, "key")).isEqualTo(new PartitionReply.DuplicateOf(J1));
  }

  @Test
  void shouldFreeNodesAndKeepTheRankWhenAJobIsRequeued() {
    // given
    seen();
    enqueue(J1, 1, null);
    long rank = state.ranks().getOrDefault(J1, -1L);
    start(J1);
    enqueue(J2, 1, null);

    // when
    enqueue(J1, 2, null);

    // then
    assertThat(state.grants()).isEmpty();
    assertThat(state.nodes().get(N1)).isEqualTo(NodeRecord.registered(N1, FOUR));
    assertThat(state.ranks().get(J1)).isEqualTo(rank);
    assertThat(state.queue().firstEntry().getValue().job()).isEqualTo(J1);
  }

  @Test
  void shouldIgnoreAReleaseOfAnEarlierAttempt() {
    seen();
    enqueue(J1, 1, null);
    enqueue(J1, 2, null);
    start(J1);
    tell(new PartitionIntent.Release(new AttemptId(J1, 1), JobStatus.COMPLETED));
    assertThat(state.grants()).containsKey(J1);
    tell(new PartitionIntent.Release(new AttemptId(J1, 2), JobStatus.COMPLETED));
    assertThat(state.grants()).isEmpty();
  }

  @Test
  void shouldKeepANodeDownWhileItRunsTasksThatTheLedgerDoesNotKnow() {
    // given
    seen();
    tell(new PartitionIntent.NodeLost(N1, "silent"));

    // when
    PartitionReply reply =
        tell(new PartitionIntent.NodeSeen(N1, FOUR, List.of(new AttemptId(J1, 1))));

    // then
    assertThat(reply).isEqualTo(new PartitionReply.StaleTasks(List.of(new AttemptId(J1, 1))));
    assertThat(node().up()).isFalse();
    seen();
    assertThat(node().up()).isTrue();
  }

  @Test
  void shouldRemoveANodeOfWhichNobodyHoldsAnything() {
    seen();
    enqueue(J1, 1, null);
    start(J1);
    assertThat(remove(false))
        .isInstanceOfSatisfying(
            PartitionReply.Refused.class,
            r -> assertThat(r.refusal().reason()).contains("n1", "1 hold"));
    assertThat(node().up()).isTrue();

    assertThat(remove(true)).isInstanceOf(PartitionReply.Refused.class);
    assertThat(node().up()).as("its jobs are told that they have lost it").isFalse();
    tell(new PartitionIntent.Release(new AttemptId(J1, 1), JobStatus.NODE_FAIL));

    assertThat(remove(false)).isInstanceOf(PartitionReply.Done.class);
    assertThat(state.nodes()).isEmpty();
    assertThat(remove(false)).isInstanceOf(PartitionReply.Done.class);
  }

  private PartitionReply remove(boolean force) {
    return tell(new PartitionIntent.RemoveNode(N1, force, "root"));
  }

  @Test
  void shouldCloseAndOpenANode() {
    seen();
    tell(new PartitionIntent.Drain(N1, "disk", "root"));
    assertThat(node().stateWord()).isEqualTo("drained");
    assertThat(node().available()).isFalse();
    tell(new PartitionIntent.Resume(N1, "root"));
    assertThat(node().stateWord()).isEqualTo("idle");
    assertThat(tell(new PartitionIntent.Drain(new NodeName("x"), "r", "root")))
        .isInstanceOf(PartitionReply.Refused.class);
  }

  @Test
  void shouldHoldAWaitingJobOnly() {
    seen();
    enqueue(J1, 1, null);
    tell(new PartitionIntent.SetHeld(J1, true));
    assertThat(Objects.requireNonNull(state.waiting(J1)).held()).isTrue();
    assertThat(tell(new PartitionIntent.SetHeld(J2, true)))
        .isInstanceOf(PartitionReply.Refused.class);
  }

  @Test
  void shouldSucceedWhenAReleaseComesAgainAfterTheJobStarted() {
    seen();
    enqueue(J1, 1, null);
    start(J1);
    assertThat(tell(new PartitionIntent.SetHeld(J1, false)))
        .isInstanceOf(PartitionReply.Done.class);
    assertThat(tell(new PartitionIntent.SetHeld(J1, true)))
        .isInstanceOf(PartitionReply.Refused.class);
  }

  private NodeRecord node() {
    return Objects.requireNonNull(state.nodes().get(N1));
  }

  private void seen() {
    tell(new PartitionIntent.NodeSeen(N1, FOUR, List.of()));
  }

  private PartitionReply enqueue(JobId id, int attempt, @Nullable String key) {
    return tell(new PartitionIntent.Enqueue(job(id, attempt, ResourceRequest.single(), null, key)));
  }

  private void start(JobId id) {
    Allocation allocation = new Allocation(List.of(new Slice(N1, 1, 0, 1)));
    tell(new PartitionIntent.StartJobs(List.of(new Decision.Start(id, allocation))));
  }

  private PartitionReply tell(PartitionIntent intent) {
    PartitionOutcome outcome = lifecycle.decide(state, intent, NOW);
    outcome.events().forEach(event -> state = state.evolve(event));
    return outcome.reply();
  }

  private static QueuedJob job(
      JobId id,
      int attempt,
      ResourceRequest resources,
      @Nullable Duration limit,
      @Nullable String key) {
    return new QueuedJob(id, attempt, "j", "ada", resources, limit, false, null, NOW, key);
  }
}
