package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.array.JobArray;
import io.pliant.core.array.Places;
import io.pliant.core.dependency.DependencyStanding;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.Policies;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.round.SchedulingRound;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A ledger starts no job that waits for others, and wakes those that have others to tell. */
class DependencyLedgerTest {
  private static final Instant NOW = Instant.parse("2027-01-31T08:00:00Z");
  private static final JobId FIRST = new JobId(40);
  private static final JobId SECOND = new JobId(7); // numbers are not in the order of submission

  private final PartitionSettings settings =
      new PartitionSettings(
          new PartitionName("main"),
          true,
          "*",
          "easy",
          Duration.ofMinutes(10),
          null,
          true,
          5,
          PriorityRule.SUBMISSION,
          null,
          LedgerLimits.USUAL,
          FaultRules.USUAL,
          Kinds.NONE);
  private final PartitionLifecycle lifecycle = new PartitionLifecycle(settings);
  private PartitionState state = PartitionState.empty(settings.name());

  static Stream<SchedulingPolicy> policies() {
    return Policies.all().stream();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void shouldStartNothingThatWaits(SchedulingPolicy policy) {
    nodeSeen();
    enqueue(job(FIRST, "a").with(standing(1, "afterok:3(unfulfilled)", null, null)));
    assertThat(started(policy, NOW)).isEmpty();
    enqueue(job(FIRST, "a").with(standing(2, "", null, NOW.plusSeconds(60))));
    assertThat(started(policy, NOW)).isEmpty();
    assertThat(started(policy, NOW.plusSeconds(60))).containsExactly(FIRST);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void shouldStartElementsThatMay(SchedulingPolicy policy) {
    nodeSeen();
    QueuedJob array = job(FIRST, "a").as(JobArray.parse("10-19"), null);
    Places may = Places.NONE.plus(3).plus(5);
    enqueue(array.with(standing(1, "aftercorr:3(unfulfilled)", may, null)));
    assertThat(started(policy, NOW)) // some policies give whole nodes
        .isNotEmpty()
        .isSubsetOf(JobArray.job(FIRST, 3), JobArray.job(FIRST, 5));
  }

  @Test
  void shouldTakeNewsOnceAndNeverOlderOnes() {
    nodeSeen();
    enqueue(job(FIRST, "a").with(standing(2, "", null, null)));
    enqueue(job(FIRST, "a").with(standing(1, "afterok:3(unfulfilled)", null, null)));
    assertThat(waiting(FIRST).waitsForOthers()).isFalse();
    PartitionIntent again =
        new PartitionIntent.Enqueue(job(FIRST, "a").with(standing(2, "", null, null)));
    assertThat(lifecycle.decide(state, again, NOW).events()).isEmpty();
  }

  @Test
  void shouldLetOneOfANameRunAtATimeInTheOrderOfSubmission() {
    nodeSeen();
    DependencyStanding single = new DependencyStanding(1, "", false, true, null, null);
    enqueue(job(FIRST, "same"));
    enqueue(job(SECOND, "same").with(single));
    enqueue(job(new JobId(8), "other").with(single));
    assertThat(new DependencyRules(state).unmet(waiting(SECOND)))
        .isEqualTo("singleton(unfulfilled)");
    SchedulingPolicy easy = Policies.named("easy");
    assertThat(started(easy, NOW)).containsExactly(FIRST, new JobId(8));
    start(easy);
    assertThat(new DependencyRules(state).keptByName(waiting(SECOND))).isTrue();
    tell(new PartitionIntent.Release(new AttemptId(FIRST, 1), JobStatus.FAILED));
    assertThat(started(easy, NOW)).containsExactly(SECOND);
  }

  @Test
  void shouldWakeAJobUntilItHasToldThatItIsOver() {
    nodeSeen();
    enqueue(job(FIRST, "a"));
    start(Policies.named("easy"));
    PartitionIntent release =
        new PartitionIntent.Release(new AttemptId(FIRST, 1), JobStatus.COMPLETED, null, true);
    tell(release);
    assertThat(state.grants()).isEmpty();
    assertThat(state.telling()).containsExactly(FIRST);
    assertThat(lifecycle.decide(state, release, NOW).events()).isEmpty();
    assertThat(PartitionSnapshot.of(state).toState()).isEqualTo(state);
    tell(new PartitionIntent.EndTelling(new AttemptId(FIRST, 1)));
    assertThat(state.telling()).isEmpty();
  }

  private static DependencyStanding standing(
      int version, String unmet, @Nullable Places may, @Nullable Instant from) {
    return new DependencyStanding(version, unmet, false, false, may, from);
  }

  private static QueuedJob job(JobId id, String name) {
    return new QueuedJob(
        id, 1, name, "ada", ResourceRequest.single(), null, false, null, NOW, null);
  }

  private QueuedJob waiting(JobId job) {
    return Objects.requireNonNull(state.waiting(job));
  }

  private List<JobId> started(SchedulingPolicy policy, Instant at) {
    return round(policy, at).checked().starts().stream().map(Decision.Start::job).toList();
  }

  private void start(SchedulingPolicy policy) {
    tell(new PartitionIntent.StartJobs(round(policy, NOW).checked().starts()));
  }

  private SchedulingRound round(SchedulingPolicy policy, Instant at) {
    return SchedulingRound.hold(policy, state.view(at), Trigger.PERIODIC);
  }

  private void nodeSeen() {
    tell(new PartitionIntent.NodeSeen(new NodeName("n1"), new NodeCapacity(4, 1000), List.of()));
  }

  private void enqueue(QueuedJob job) {
    tell(new PartitionIntent.Enqueue(job));
  }

  private void tell(PartitionIntent intent) {
    lifecycle.decide(state, intent, NOW).events().forEach(event -> state = state.evolve(event));
  }
}
