package io.pliant.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Trigger;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Slice;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.WaitingJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that wait for devices of which none is left. */
class DevicesInPoliciesTest {
  private static final Kinds GPU = Kinds.of("gpu", 1);
  private static final int CPUS = 4;

  @ParameterizedTest
  @ValueSource(strings = {"easy", "conservative"})
  void shouldPromiseADeviceWhenItsHolderEndsThoughNoneIsFreeAnywhere(String policy) {
    ClusterView view =
        new ClusterView(
            new PartitionName("main"),
            1,
            Instant.EPOCH,
            List.of(node("a"), node("b")),
            List.of(holder(1, "a", 100), holder(2, "b", 200)),
            List.of(waiting(10, ResourceRequest.single().withKindsPerNode(GPU))));

    SchedulingRound round = SchedulingRound.hold(Policies.named(policy), view, Trigger.PERIODIC);

    assertThat(round.plan().decisions())
        .contains(new Decision.Reserve(new JobId(10), Instant.ofEpochSecond(100)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fcfs", "easy", "conservative"})
  void shouldHoldRoundsWhenNodesHaveMoreKindsTogetherThanOneMayHave(String policy) {
    List<NodeView> nodes = List.of(withKinds("a"), withKinds("b"));
    Kinds last = Kinds.of("b" + Kinds.MOST, 1);
    ClusterView view =
        new ClusterView(
            new PartitionName("main"),
            1,
            Instant.EPOCH,
            nodes,
            List.of(),
            List.of(waiting(10, ResourceRequest.single().withKindsPerNode(last))));

    SchedulingRound round = SchedulingRound.hold(Policies.named(policy), view, Trigger.PERIODIC);

    assertThat(round.plan().decisions()).hasSize(1).first().isInstanceOf(Decision.Start.class);
  }

  /** One of each of as many kinds as a node may have, all of its own. */
  private static NodeView withKinds(String name) {
    Kinds kinds = Kinds.NONE;
    for (int i = 1; i <= Kinds.MOST; i++) {
      kinds = kinds.plus(Kinds.of(name + i, 1));
    }
    return NodeView.of(
        new NodeName(name),
        new NodeCapacity(CPUS, 1000, kinds),
        new Resources(CPUS, 1000, kinds),
        0,
        true);
  }

  /** Three of its four cpus are free, and its only device is held. */
  private static NodeView node(String name) {
    return NodeView.of(
        new NodeName(name),
        new NodeCapacity(CPUS, 1000, GPU),
        new Resources(CPUS - 1, 1000),
        1,
        true);
  }

  private static RunningJob holder(int job, String node, int end) {
    Slice slice = Slice.of(new NodeName(node), new Resources(1, 0, GPU), 1);
    return new RunningJob(
        new JobId(job), new Allocation(List.of(slice)), Instant.EPOCH, Instant.ofEpochSecond(end));
  }

  private static WaitingJob waiting(int job, ResourceRequest request) {
    return new WaitingJob(
        new JobId(job), 1, request, Duration.ofMinutes(1), false, null, Instant.EPOCH);
  }
}
