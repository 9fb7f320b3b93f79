package io.pliant.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.CoreRule;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Topology;
import io.pliant.core.view.NodeView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** What an empty partition holds is the same, whether nodes are counted by class or one by one. */
class NodeClassesPropertiesTest {
  private static final List<String> TYPES = List.of("gpu:a100", "gpu:h100");

  private static final List<@Nullable Topology> TOPOLOGIES =
      Arrays.asList(null, new Topology(1, 4, 1), new Topology(2, 2, 2));

  @Property(tries = 500)
  void shouldHoldByClassWhatItHoldsNodeByNode(@ForAll Random random) {
    List<NodeView> nodes = nodes(random);
    ResourceRequest request = request(random);
    TaskShape shape = TaskShape.of(request);

    FreeResources emptied = FreeResources.of(nodes).emptied();
    FitTable byClass = emptied.fit(shape);
    FitTable byNode = FitTable.of(emptied.copy().room(shape));

    assertThat(byClass.nodes()).isEqualTo(byNode.nodes());
    assertThat(byClass.fewestNodes(request)).isEqualTo(byNode.fewestNodes(request));
    assertThat(IntStream.rangeClosed(0, nodes.size()).mapToLong(byClass::tasksOnRoomiest))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(0, nodes.size()).mapToObj(byNode::tasksOnRoomiest).toList());
  }

  @Property(tries = 200)
  void shouldKnowTheLeastOfTheAvailableNodes(@ForAll Random random) {
    List<NodeView> nodes = nodes(random);

    Resources least = FreeResources.of(nodes).leastOfANode();

    List<Resources> available =
        nodes.stream().filter(NodeView::available).map(n -> n.capacity().resources()).toList();
    assertThat(available).allMatch(node -> node.covers(least));
    assertThat(least).isEqualTo(available.stream().reduce(Resources::least).orElse(Resources.NONE));
  }

  private static ResourceRequest request(Random random) {
    int least = 1 + random.nextInt(3);
    int tasks = least + random.nextInt(8);
    ResourceRequest plain =
        new ResourceRequest(
            least,
            least + random.nextInt(4),
            tasks,
            1 + random.nextInt(4),
            random.nextInt(3) * 50,
            random.nextInt(4) == 0);
    ResourceRequest choosing =
        random.nextBoolean() ? plain.on(new NodeChoice(null, null, "ib")) : plain;
    CoreRule rule = new CoreRule(random.nextInt(3), random.nextInt(3), random.nextInt(3));
    return devices(
        random, random.nextBoolean() ? choosing.laidOut(new Layout(null, false, rule)) : choosing);
  }

  private static ResourceRequest devices(Random random, ResourceRequest choosing) {
    return switch (random.nextInt(3)) {
      case 0 -> choosing.withKindsPerNode(Kinds.of("gpu", 1 + random.nextInt(4)));
      case 1 ->
          choosing.withKindsPerTask(
              Devices.withFamilies(Kinds.of(TYPES.get(random.nextInt(2)), 1 + random.nextInt(2))));
      default -> choosing;
    };
  }

  /** Up to 12 nodes of up to eight sizes, with a job on each second one. */
  private static List<NodeView> nodes(Random random) {
    List<NodeView> nodes = new ArrayList<>();
    int count = random.nextInt(13);
    for (int i = 1; i <= count; i++) {
      Kinds kinds =
          random.nextBoolean()
              ? Kinds.NONE
              : Devices.withFamilies(Kinds.of(TYPES.get(random.nextInt(2)), 3));
      NodeCapacity capacity =
          new NodeCapacity(
              random.nextBoolean() ? 4 : 8,
              100,
              Kinds.orNull(kinds),
              new Features(random.nextBoolean() ? List.of("ib") : List.of("eth")),
              new NodeTraits(0, 1, TOPOLOGIES.get(random.nextInt(3))));
      nodes.add(
          NodeView.of(
              new NodeName("n%02d".formatted(i)),
              capacity,
              Resources.of(i % 2 == 0 ? capacity.cpus() : 0, 100, kinds),
              i % 2 == 0 ? 0 : 1,
              random.nextInt(5) > 0));
    }
    return nodes;
  }
}
