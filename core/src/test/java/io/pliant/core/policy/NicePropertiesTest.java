package io.pliant.core.policy;

import static io.pliant.core.testing.PlanAssert.startsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionOutcome;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionSnapshot;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.WaitingJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** What jobs ask of their place counts in every policy: of equal jobs the first in order start. */
class NicePropertiesTest {
  private static final int NODES = 3;
  private static final Instant NOW = Instant.EPOCH.plusSeconds(1000);

  private PartitionState state = PartitionState.empty(new PartitionName("main"));

  @Provide
  Arbitrary<SchedulingPolicy> policies() {
    return Arbitraries.of(Policies.all().stream().filter(p -> !p.needsCorridor()).toList());
  }

  @Property(tries = 300)
  void shouldStartThoseThatAreLeastNice(
      @ForAll("policies") SchedulingPolicy policy, @ForAll long seed) {
    // given: more equal jobs than nodes, of different wishes
    Random random = new Random(seed);
    PartitionLifecycle lifecycle = lifecycle(policy);
    List<QueuedJob> jobs = new ArrayList<>();
    for (int job = 1; job <= NODES + 1 + random.nextInt(6); job++) {
      jobs.add(job(job, wish(random)));
      tell(lifecycle, new PartitionIntent.Enqueue(jobs.getLast()));
    }
    assertThat(PartitionSnapshot.of(state).toState()).isEqualTo(state);

    // when
    ClusterView view = state.view(NOW, PriorityRule.SUBMISSION);
    SchedulingRound round = SchedulingRound.hold(policy, view, Trigger.PERIODIC);

    // then
    List<JobId> order = view.waiting().stream().map(WaitingJob::job).toList();
    assertThat(order).isEqualTo(byHand(jobs));
    assertThat(startsOf(round.plan()).stream().map(Decision.Start::job))
        .as(policy.name())
        .containsExactlyInAnyOrderElementsOf(order.subList(0, NODES));
  }

  /**
   * All wait equally long: who is given most is first, then who is least nice, then as they came.
   */
  private static List<JobId> byHand(List<QueuedJob> jobs) {
    List<QueuedJob> sorted = new ArrayList<>(jobs);
    sorted.sort((one, other) -> Long.compare(worth(other), worth(one)));
    return sorted.stream().map(QueuedJob::job).toList();
  }

  private static long worth(QueuedJob job) {
    Bookkeeping asked = job.bookkeeping();
    if (asked == null) {
      return 0;
    }
    Long given = asked.priority();
    Integer nice = asked.nice();
    return given != null ? given : nice == null ? 0 : -nice;
  }

  private static @Nullable Bookkeeping wish(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> null;
      case 1 -> new Bookkeeping("physics", null, null, null, 50L + random.nextInt(3));
      default -> new Bookkeeping(null, null, null, random.nextInt(7) * 100 - 300, null);
    };
  }

  private static QueuedJob job(int number, @Nullable Bookkeeping asked) {
    return new QueuedJob(
            new JobId(number),
            1,
            "j",
            "ada",
            ResourceRequest.wholeNodes(1),
            Duration.ofHours(1),
            false,
            null,
            NOW,
            null)
        .with(asked);
  }

  private PartitionLifecycle lifecycle(SchedulingPolicy policy) {
    state = PartitionState.empty(new PartitionName("main"));
    PartitionLifecycle lifecycle =
        new PartitionLifecycle(
            new PartitionSettings(
                state.name(), true, "*", policy.name(), Duration.ofHours(1), null, true, 5));
    for (int node = 1; node <= NODES; node++) {
      NodeName name = new NodeName("n" + node);
      tell(lifecycle, new PartitionIntent.NodeSeen(name, new NodeCapacity(1, 1000), List.of()));
    }
    return lifecycle;
  }

  private void tell(PartitionLifecycle lifecycle, PartitionIntent intent) {
    PartitionOutcome outcome = lifecycle.decide(state, intent, NOW);
    outcome.events().forEach(event -> state = state.evolve(event));
  }
}
