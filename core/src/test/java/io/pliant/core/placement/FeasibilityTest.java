package io.pliant.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.PartitionName;
import io.pliant.core.policy.Policies;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FeasibilityTest {
  private static final List<NodeCapacity> FOUR_NODES =
      List.of(
          new NodeCapacity(4, 1000),
          new NodeCapacity(4, 1000),
          new NodeCapacity(8, 500),
          new NodeCapacity(16, 4000));

  @Test
  void shouldAcceptWhenAllNodesTogetherHoldIt() {
    assertThat(refuse(new ResourceRequest(1, 4, 32, 1, 0, false))).isNull();
    assertThat(refuse(new ResourceRequest(4, 4, 4, 1, 500, true))).isNull();
    assertThat(refuse(new ResourceRequest(1, Integer.MAX_VALUE, 5, 4, 1000, false))).isNull();
  }

  @Test
  void shouldNameBothNumbersWhenThereAreTooFewNodes() {
    assertThat(refuse(ResourceRequest.wholeNodes(6)))
        .isEqualTo("It asks for 6 nodes, but partition main has 4.");
    assertThat(Feasibility.refuse(new PartitionName("main"), ResourceRequest.single(), List.of()))
        .isEqualTo("It asks for 1 node, but partition main has 0.");
  }

  @Test
  void shouldNameBothNumbersWhenATaskIsLargerThanAnyNode() {
    assertThat(refuse(new ResourceRequest(1, 1, 1, 32, 0, false)))
        .isEqualTo(
            "It asks for 32 cpus for each task, but the largest node of partition main has 16.");
    assertThat(refuse(new ResourceRequest(1, 1, 1, 1, 5000, false)))
        .isEqualTo(
            "It asks for 5000 MB of memory on each node, but the largest node of partition main has"
                + " 4000 MB.");
  }

  @Test
  void shouldNameTheSizeWhenTooFewNodesAreLargeEnough() {
    assertThat(refuse(new ResourceRequest(2, 2, 2, 8, 1000, false)))
        .isEqualTo(
            "It asks for 2 nodes with 8 cpus and 1000 MB of memory each, but partition main has 1"
                + " of that size.");
  }

  @Test
  void shouldNameTheRoomWhenTheTasksAreTooMany() {
    assertThat(refuse(new ResourceRequest(1, 2, 30, 1, 0, false)))
        .isEqualTo(
            "It asks for 30 tasks of 1 cpu each, but the 2 nodes that it may use of partition main"
                + " hold 24.");
    assertThat(refuse(new ResourceRequest(3, 3, 2, 1, 0, false)))
        .isEqualTo("It asks for 3 nodes but only 2 tasks; each node needs at least one task.");
  }

  @Test
  void shouldCostNoMemoryWhenANodeReportsAbsurdCapacity() {
    List<NodeCapacity> absurd =
        Collections.nCopies(3, new NodeCapacity(Integer.MAX_VALUE, Integer.MAX_VALUE));

    assertThat(
            Feasibility.refuse(
                new PartitionName("main"), new ResourceRequest(1, 3, 9, 2, 7, false), absurd))
        .isNull();
  }

  @Test
  void shouldListTheKnownPoliciesWhenANameIsUnknown() {
    assertThat(Policies.named("easy").name()).isEqualTo("easy");
    assertThat(Policies.named("elastic").name()).isEqualTo("elastic");
    assertThatThrownBy(() -> Policies.named("lottery"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "Expected the name of a scheduling policy \\(fcfs, easy, .*elastic\\), but got 'lottery'\\.");
  }

  private static @Nullable String refuse(ResourceRequest request) {
    return Feasibility.refuse(new PartitionName("main"), request, FOUR_NODES);
  }
}
