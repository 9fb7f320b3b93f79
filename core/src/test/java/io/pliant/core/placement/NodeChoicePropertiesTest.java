package io.pliant.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.FeatureRule;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.view.NodeView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A job never gets a node that it may not have, and gets others exactly when they suffice. */
class NodeChoicePropertiesTest {
  private static final PartitionName MAIN = new PartitionName("main");
  private static final List<String> RULES = List.of("a", "b", "a&b", "a|b", "(a|b)&c", "c");

  @Property(tries = 500)
  void shouldPlaceAsIfTheOtherNodesWereNotThere(@ForAll Random random) {
    List<NodeView> nodes = nodes(random);
    NodeChoice choice = choice(random);
    int wanted = 1 + random.nextInt(3);
    ResourceRequest request =
        new ResourceRequest(
            wanted, wanted, wanted + random.nextInt(3), 1, 0, random.nextInt(3) == 0);
    FeatureRule rule = choice.rule();
    List<NodeView> allowed =
        nodes.stream().filter(node -> choice.allows(node.name(), node.capacity(), rule)).toList();

    Allocation placed = Placement.place(request.on(choice), FreeResources.of(nodes));

    assertThat(placed).isEqualTo(Placement.place(request, FreeResources.of(allowed)));
    if (placed != null) {
      assertThat(placed.nodes()).allMatch(name -> FreeResources.of(nodes).allows(choice, name));
      assertThat(Feasibility.refuse(MAIN, request.on(choice), capacities(nodes))).isNull();
    }
  }

  @Test
  void shouldNameWhatIsNotThere() {
    TreeMap<NodeName, NodeCapacity> nodes = new TreeMap<>();
    nodes.put(new NodeName("n1"), capacity("ib", "rack1"));
    nodes.put(new NodeName("n2"), capacity("rack2"));

    assertThat(refusal(nodes, new NodeChoice(names("n2", "n7", "n8"), null, null)))
        .isEqualTo(
            "Invalid node name specified: it asks for n[7-8], which partition main does not have.");
    assertThat(refusal(nodes, new NodeChoice(null, null, "ib|gpu")))
        .isEqualTo(
            "Invalid feature specification: no node of partition main has 'gpu'; they have ib,"
                + " rack1, rack2.");
    assertThat(refusal(nodes, new NodeChoice(null, names("n1", "x9"), "rack1")))
        .isEqualTo(
            "It asks for 1 node, but partition main has 0. Of its 2 nodes it may have 0"
                + " (--constraint, --nodelist, --exclude, --tmp, -B, --reservation).");
    assertThat(refusal(nodes, new NodeChoice(null, names("x9"), "rack1"))).isNull();
  }

  private static @Nullable String refusal(
      TreeMap<NodeName, NodeCapacity> nodes, NodeChoice choice) {
    return Feasibility.refuse(MAIN, ResourceRequest.single().on(choice), nodes);
  }

  private static TreeMap<NodeName, NodeCapacity> capacities(List<NodeView> nodes) {
    TreeMap<NodeName, NodeCapacity> capacities = new TreeMap<>();
    nodes.forEach(node -> capacities.put(node.name(), node.capacity()));
    return capacities;
  }

  private static List<NodeView> nodes(Random random) {
    List<NodeView> nodes = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      List<String> features = new ArrayList<>();
      for (String feature : List.of("a", "b", "c")) {
        if (i == 6 || random.nextBoolean()) { // each feature is there
          features.add(feature);
        }
      }
      int cpus = 1 + random.nextInt(4);
      int free = random.nextInt(cpus + 1);
      NodeCapacity capacity = new NodeCapacity(cpus, 100, null, new Features(features));
      nodes.add(
          new NodeView(
              new NodeName("n" + i),
              capacity,
              free,
              100,
              free < cpus ? 1 : 0,
              random.nextInt(5) > 0));
    }
    return nodes;
  }

  private static NodeChoice choice(Random random) {
    List<NodeName> only = random.nextBoolean() ? null : names("n1", "n2", "n4", "n5");
    List<NodeName> not = random.nextBoolean() ? null : names("n2", "n9");
    String rule = random.nextInt(3) == 0 ? null : RULES.get(random.nextInt(RULES.size()));
    return new NodeChoice(only, not, rule);
  }

  private static List<NodeName> names(String... names) {
    return Arrays.stream(names).map(NodeName::new).toList();
  }

  private static NodeCapacity capacity(String... features) {
    return new NodeCapacity(2, 100, null, new Features(List.of(features)));
  }
}
