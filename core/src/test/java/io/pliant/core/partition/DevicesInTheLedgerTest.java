package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.Policies;
import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.round.SchedulingRound;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Random jobs that ask for GPUs of any type or of one, by node and by task, as they come and go.
 */
class DevicesInTheLedgerTest {
  private static final PartitionName MAIN = new PartitionName("main");
  private static final List<String> WISHES =
      List.of(
          "gpu=1",
          "gpu=2",
          "gpu=3",
          "gpu=1,gpu:a100=1",
          "gpu=2,gpu:v100=2",
          "ssd=2",
          "gpu=1,ssd=1");
  private static final int STEPS = 60;

  private final PartitionLifecycle lifecycle =
      new PartitionLifecycle(
          new PartitionSettings(
              MAIN, true, "*", "easy", Duration.ofMinutes(10), Duration.ofHours(1), false, 5));
  private PartitionState state = PartitionState.empty(MAIN);
  private Instant now = Instant.EPOCH;

  @Property(tries = 60)
  void shouldNeverHoldADeviceTwiceOrLoseOne(@ForAll Random random) {
    state = PartitionState.empty(MAIN);
    now = Instant.EPOCH;
    List<String> policies = List.of("fcfs", "easy", "conservative");
    String policy = policies.get(random.nextInt(policies.size()));
    seen("n1", "gpu=4/0/1/2/3,gpu:a100=2/0/1,gpu:v100=2/2/3,ssd=3");
    seen("n2", "gpu=4/0/1/2/3,gpu:a100=4/0/1/2/3");
    seen("n3", "gpu=2/0/1,ssd=3");
    for (int step = 1; step <= STEPS; step++) {
      now = now.plusSeconds(1);
      enqueue(step, request(random));
      round(policy);
      for (Grant grant : List.copyOf(state.grants().values())) {
        if (random.nextInt(3) == 0) {
          release(grant);
        }
      }
      checkUnits();
      assertThat(PartitionSnapshot.of(state).toState()).isEqualTo(state);
    }
    for (int i = 0; i < STEPS; i++) {
      List.copyOf(state.grants().values()).forEach(this::release);
      round(policy);
      checkUnits();
    }
    List.copyOf(state.grants().values()).forEach(this::release);
    assertThat(state.view(now).waiting()).as("each job had its turn").isEmpty();
    state.nodes().values().forEach(node -> assertThat(node.usedKinds()).isNull());
  }

  private void checkUnits() {
    Map<NodeName, Set<String>> held = new HashMap<>();
    for (Grant grant : state.grants().values()) {
      for (Slice slice : grant.occupied()) {
        Kinds kinds = Kinds.orNone(slice.kinds());
        NodeCapacity capacity = state.node(slice.node()).capacity();
        assertThat(Kinds.orNone(capacity.kinds()).covers(kinds)).isTrue();
        assertThat(Devices.unsettled(kinds, Kinds.orNone(capacity.kinds()))).isNull();
        Amount gpus = kinds.amounts().getOrDefault(Devices.GPU, Amount.of(0));
        assertThat(gpus.units()).hasSize(gpus.count());
        for (String unit : gpus.units()) {
          assertThat(held.computeIfAbsent(slice.node(), _ -> new HashSet<>()).add(unit))
              .as("gpu %s of %s is held once".formatted(unit, slice.node()))
              .isTrue();
        }
        ResourceRequest asked = grant.job().resources();
        assertThat(kinds.covers(Kinds.orNone(asked.onNodeWith(slice.tasks()).storedKinds())))
            .isTrue();
      }
    }
    for (NodeRecord node : state.nodes().values()) {
      assertThat(Kinds.orNone(node.usedKinds()).count(Devices.GPU))
          .isEqualTo(held.getOrDefault(node.name(), Set.of()).size());
    }
  }

  private static ResourceRequest request(Random random) {
    Kinds wish = Kinds.parse(WISHES.get(random.nextInt(WISHES.size())));
    int tasks = 1 + random.nextInt(2);
    return switch (random.nextInt(4)) {
      case 0 -> new ResourceRequest(1, tasks, tasks, 1, 0, false).withKindsPerTask(gpus(1));
      case 1 -> new ResourceRequest(2, 2, 2, 1, 0, false).withKindsPerNode(gpus(1));
      case 2 -> new ResourceRequest(1, 1, 1, 1, 0, true).withKindsPerNode(gpus(2));
      default -> new ResourceRequest(1, 1, tasks, 1, 0, false).withKindsPerNode(wish);
    };
  }

  private static Kinds gpus(int count) {
    return Kinds.of(Devices.GPU, count);
  }

  private void round(String policy) {
    tell(
        new PartitionIntent.StartJobs(
            SchedulingRound.hold(Policies.named(policy), state.view(now), Trigger.PERIODIC)
                .checked()
                .starts()));
  }

  private void release(Grant grant) {
    tell(new PartitionIntent.Release(new AttemptId(grant.job().job(), grant.attempt()), null));
  }

  private void seen(String name, String kinds) {
    tell(
        new PartitionIntent.NodeSeen(
            new NodeName(name), new NodeCapacity(8, 1000, Kinds.parse(kinds)), List.of()));
  }

  private void enqueue(long job, ResourceRequest request) {
    Duration limit = Duration.ofMinutes(10);
    QueuedJob queued =
        new QueuedJob(
            new JobId(job),
            1,
            "train",
            "alice",
            request,
            limit,
            false,
            null,
            now,
            null,
            null,
            null,
            null);
    assertThat(tell(new PartitionIntent.Enqueue(queued))).isInstanceOf(PartitionReply.Queued.class);
  }

  private PartitionReply tell(PartitionIntent intent) {
    PartitionOutcome outcome = lifecycle.decide(state, intent, now);
    outcome.events().forEach(event -> state = state.evolve(event));
    return outcome.reply();
  }
}
