package io.pliant.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is said of a pack that can never run. */
class PackFeasibilityTest {
  private static final PartitionName MAIN = new PartitionName("main");

  @Test
  void shouldNameEachComponentThatIsTooLarge() {
    assertThat(refusal(ResourceRequest.single(), ResourceRequest.wholeNodes(9), cpus(99)))
        .isEqualTo(
            "Component 1 of the pack: It asks for 9 nodes, but partition main has 4. "
                + "Component 2 of the pack: It asks for 99 cpus for each task, but the largest node of partition main has 2.");
  }

  @Test
  void shouldRefuseComponentsThatFitAloneButNotTogether() {
    assertThat(refusal(ResourceRequest.wholeNodes(3), ResourceRequest.wholeNodes(2)))
        .contains("2 components")
        .contains("5 nodes at least")
        .contains("the 4 nodes of partition main cannot hold them together");
  }

  @Test
  void shouldTakeAPackThatFits() {
    assertThat(refusal(ResourceRequest.wholeNodes(3), ResourceRequest.single())).isNull();
  }

  @Test
  void shouldBoundTheComponentsOfAPack() {
    assertThatThrownBy(
            () -> new Components(Collections.nCopies(Components.MOST, ResourceRequest.single())))
        .hasMessageContaining("at most 128 components, but got 129");
    ResourceRequest pack =
        ResourceRequest.single().with(new Components(List.of(ResourceRequest.single())));
    assertThatThrownBy(() -> new Components(List.of(pack))).hasMessageContaining("pack within");
  }

  private static ResourceRequest cpus(int each) {
    return new ResourceRequest(1, 1, 1, each, 0, false);
  }

  private static @Nullable String refusal(ResourceRequest first, ResourceRequest... others) {
    TreeMap<NodeName, NodeCapacity> nodes = new TreeMap<>();
    for (int i = 0; i < 4; i++) {
      nodes.put(new NodeName("n" + i), new NodeCapacity(2, 1000));
    }
    return Feasibility.refuse(MAIN, first.with(new Components(List.of(others))), nodes);
  }
}
