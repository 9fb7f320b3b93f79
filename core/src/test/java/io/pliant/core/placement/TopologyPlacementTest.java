package io.pliant.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.NodeTerms;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Topology;
import io.pliant.core.view.NodeView;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Jobs that say of what the cpus of their nodes are made get such nodes alone. */
class TopologyPlacementTest {
  private static final SortedMap<NodeName, NodeCapacity> NODES = new TreeMap<>();

  static {
    NODES.put(new NodeName("n1"), node(Topology.flat(8)));
    NODES.put(new NodeName("n2"), node(new Topology(2, 2, 2)));
    NODES.put(new NodeName("n3"), node(new Topology(4, 2, 1)));
  }

  @Test
  void shouldRefuseWithOptionAndValueWhatNoNodeHas() {
    assertThat(refuse(1, new Topology(5, 1, 1)))
        .isEqualTo(
            "Requested node configuration is not available: it asks for --sockets-per-node=5 instead"
                + " of at most 4; no node of partition main has more.");
    assertThat(refuse(1, new Topology(1, 1, 3)))
        .contains("--threads-per-core=3 instead of at most 2");
    assertThat(refuse(1, new Topology(2, 9, 3)))
        .isEqualTo(
            "Requested node configuration is not available: 2:9:3 (sockets:cores:threads, -B) are 54"
                + " cpus, and no node of partition main has more than 8.");
    assertThat(refuse(1, new Topology(4, 1, 2)))
        .isEqualTo(
            "It asks for nodes of at least 4:1:2 (sockets:cores:threads, -B), but partition main has"
                + " each of these on other nodes only.");
    assertThat(refuse(3, new Topology(2, 1, 1))).contains("it may have 2 (", "-B");
    assertThat(refuse(2, new Topology(2, 2, 1))).isNull();
    assertThat(refuse(3, Topology.LEAST)).isNull();
    assertThat(refuse(1, new Topology(Topology.MOST, Topology.MOST, Topology.MOST)))
        .contains("65536:65536:65536", "no node of partition main has more than 8");
  }

  @Test
  void shouldChooseOnlyNodesThatHaveAtLeastSoMuch() {
    List<NodeView> views = new ArrayList<>();
    NODES.forEach((name, node) -> views.add(NodeView.of(name, node, node.resources(), 0, true)));
    NodeChoice choice = choice(new Topology(1, 2, 2));

    assertThat(
            views.stream()
                .filter(view -> choice.allows(view.name(), view.capacity(), null))
                .map(view -> view.name().value()))
        .containsExactly("n2");
    assertThat(FreeResources.of(views).holds(request(1, new Topology(1, 2, 2)))).isTrue();
    assertThat(FreeResources.of(views).holds(request(2, new Topology(1, 2, 2)))).isFalse();
    assertThat(choice.withLeastCpus(4).besides().topology()).isEqualTo(new Topology(1, 2, 2));
    assertThat(choice.withOthers().besides().topology()).isEqualTo(new Topology(1, 2, 2));
  }

  @Test
  void shouldTakeANodeThatTellsNothingWhenItHasTheCpus() {
    assertThat(new NodeCapacity(8, 1).covers(new Topology(2, 2, 2))).isTrue();
    assertThat(new NodeCapacity(7, 1).covers(new Topology(2, 2, 2))).isFalse();
    assertThat(node(Topology.flat(8)).covers(new Topology(2, 2, 2))).isFalse();
  }

  @Test
  void shouldCountANodeThatTellsNothingAsOneSocketOfCores() {
    assertThat(new NodeCapacity(8, 1).topology()).isEqualTo(new Topology(1, 8, 1));
    assertThat(new NodeCapacity(Integer.MAX_VALUE, 1).topology().coresPerSocket())
        .isEqualTo(Topology.MOST);
    assertThat(choice(Topology.LEAST)).isEqualTo(NodeChoice.ANY);
  }

  private static @Nullable String refuse(int nodes, Topology least) {
    return Feasibility.refuse(new PartitionName("main"), request(nodes, least), NODES);
  }

  private static ResourceRequest request(int nodes, Topology least) {
    return new ResourceRequest(nodes, nodes, nodes, 1, 0, false).on(choice(least));
  }

  private static NodeChoice choice(Topology least) {
    return new NodeChoice(null, null, null, null, new NodeTerms(null, null, 0, 0, false, least));
  }

  private static NodeCapacity node(Topology topology) {
    return new NodeCapacity(8, 1000, null, null, new NodeTraits(0, 1, topology));
  }
}
