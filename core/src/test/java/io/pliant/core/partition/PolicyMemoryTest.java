package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.plan.Decision;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.view.WaitingJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PolicyMemoryTest {
  private static final PartitionName MAIN = new PartitionName("main");
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final PartitionLifecycle lifecycle =
      new PartitionLifecycle(
          new PartitionSettings(
              MAIN, true, "*", "conservative", Duration.ofMinutes(10), null, true, 5));
  private final List<PartitionEvent> events = new ArrayList<>();
  private PartitionState state = PartitionState.empty(MAIN);

  @BeforeEach
  void threeJobsWait() {
    decide(new PartitionIntent.NodeSeen(new NodeName("n1"), new NodeCapacity(1, 100), List.of()));
    for (int job = 1; job <= 3; job++) {
      QueuedJob queued =
          new QueuedJob(
              new JobId(job),
              1,
              "job",
              "alice",
              ResourceRequest.wholeNodes(1),
              Duration.ofMinutes(1),
              false,
              null,
              NOW,
              null);
      decide(new PartitionIntent.Enqueue(queued));
    }
    events.clear();
  }

  @Test
  void shouldTellThePolicyWhatItPromised() {
    decide(promise(2, 3));

    assertThat(state.view(NOW, PriorityRule.SUBMISSION).waiting())
        .extracting(WaitingJob::promised)
        .containsExactly(null, at(2), at(3));
  }

  @Test
  void shouldWriteNothingWhenAllIsAsPromisedBefore() {
    decide(promise(2, 3));
    decide(promise(3, 2));

    assertThat(events).hasSize(1);
  }

  @Test
  void shouldForgetWhatIsNotPromisedAgain() {
    decide(promise(2, 3));
    decide(promise(3));
    assertThat(state.memory().promises()).containsOnlyKeys(new JobId(3));

    decide(promise());
    assertThat(state.memory()).isEqualTo(PolicyMemory.NONE);
  }

  @Test
  void shouldPromiseNothingToAJobThatDoesNotWait() {
    decide(promise(2, 4));
    assertThat(state.memory().promises()).containsOnlyKeys(new JobId(2));

    decide(new PartitionIntent.Release(new AttemptId(new JobId(2), 1), JobStatus.CANCELLED));
    assertThat(state.memory().promises()).isEmpty();
  }

  @Test
  void shouldRememberThroughASnapshot() {
    decide(promise(1, 2, 3));

    assertThat(PartitionSnapshot.of(state).toState()).isEqualTo(state);
  }

  private static PartitionIntent promise(int... jobs) {
    return new PartitionIntent.KeepPromises(
        Arrays.stream(jobs)
            .mapToObj(job -> new Decision.Reserve(new JobId(job), at(job)))
            .toList());
  }

  private static Instant at(int job) {
    return NOW.plusSeconds(60L * job);
  }

  private void decide(PartitionIntent intent) {
    for (PartitionEvent event : lifecycle.decide(state, intent, NOW).events()) {
      events.add(event);
      state = state.evolve(event);
    }
  }
}
