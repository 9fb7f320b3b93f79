package io.pliant.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.FeatureRule;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.NodeConstraint;
import io.pliant.core.resource.NodeTerms;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.NodeView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is asked of nodes together, beside all sets of nodes that there are. */
class JointChoicePropertiesTest {
  private static final PartitionName MAIN = new PartitionName("main");
  private static final int NODES = 7;
  private static final List<String> CONSTRAINTS =
      List.of(
          "a",
          "[a|b|c]",
          "[a|b]&c",
          "a*2",
          "[a*1&b*2]",
          "[(a|b)*2&c*1]",
          "[a*1&b*1&c*1]",
          "[(a&b)*1&b*1]",
          "c&[a*1&b*1]");

  private record Case(List<NodeView> nodes, ResourceRequest request, NodeChoice choice) {
    boolean met(int set, @Nullable String preferred) {
      List<NodeView> chosen =
          IntStream.range(0, NODES).filter(i -> (set >> i & 1) == 1).mapToObj(nodes::get).toList();
      int count = chosen.size();
      int tasks = chosen.stream().mapToInt(this::room).sum();
      return count >= request.minNodes()
          && count <= Math.min(request.maxNodes(), request.tasks())
          && tasks >= request.tasks()
          && chosen.stream().allMatch(node -> room(node) > 0)
          && chosen.stream().map(NodeView::name).toList().containsAll(with())
          && (!choice.besides().contiguous() || row(set))
          && has(chosen, choice.constraint())
          && (preferred == null || chosen.stream().allMatch(node -> has(node, preferred)));
    }

    private List<NodeName> with() {
      return Objects.requireNonNullElse(choice.besides().with(), List.of());
    }

    private static boolean row(int set) {
      int shifted = set >> Integer.numberOfTrailingZeros(set);
      return (shifted & shifted + 1) == 0;
    }

    private int room(NodeView node) {
      NodeTerms terms = choice.besides();
      boolean small =
          node.freeCpus() < terms.leastCpus()
              || NodeTraits.orNone(node.capacity().traits()).tmpMb() < terms.leastTmpMb();
      return !node.available() || small ? 0 : node.freeCpus();
    }

    private static boolean has(List<NodeView> chosen, @Nullable String constraint) {
      if (constraint == null) {
        return true;
      }
      NodeConstraint asked = NodeConstraint.parse(constraint);
      FeatureRule each = asked.each();
      List<FeatureRule> slots = new ArrayList<>();
      asked
          .counts()
          .forEach(one -> {
            for (int i = 0; i < one.nodes(); i++) {
              slots.add(one.rule());
            }
          });
      return chosen.stream().allMatch(node -> each == null || each.allows(features(node)))
          && (asked.same().isEmpty()
              || asked.same().stream()
                  .anyMatch(rule -> chosen.stream().allMatch(n -> rule.allows(features(n)))))
          && assignable(slots, new ArrayList<>(chosen));
    }

    private static boolean assignable(List<FeatureRule> slots, List<NodeView> nodes) {
      if (slots.isEmpty()) {
        return true;
      }
      for (NodeView node : List.copyOf(nodes)) {
        if (slots.getFirst().allows(features(node))) {
          List<NodeView> rest = new ArrayList<>(nodes);
          rest.remove(node);
          if (assignable(slots.subList(1, slots.size()), rest)) {
            return true;
          }
        }
      }
      return false;
    }

    private static boolean has(NodeView node, String feature) {
      return features(node).names().contains(feature);
    }

    private static Features features(NodeView node) {
      return Features.orNone(node.capacity().features());
    }

    int set(Allocation placed) {
      int set = 0;
      for (Slice slice : placed.slices()) {
        set |= 1 << nodes.stream().map(NodeView::name).toList().indexOf(slice.node());
      }
      return set;
    }

    boolean any(@Nullable String preferred) {
      return IntStream.range(1, 1 << NODES).anyMatch(set -> met(set, preferred));
    }
  }

  @Property(tries = 3_000)
  void shouldFindNodesExactlyWhenThereAreSome(@ForAll Random random) {
    Case sample = sample(random);

    FreeResources free = FreeResources.of(sample.nodes());
    Allocation placed = Placement.place(sample.request(), free);

    assertThat(placed != null).isEqualTo(sample.any(null));
    assertThat(free.holds(sample.request())).isEqualTo(placed != null);
    String preferred = sample.choice().besides().prefer();
    if (placed != null) {
      assertThat(sample.met(sample.set(placed), null)).as(placed.toString()).isTrue();
      assertThat(placed.tasks()).isEqualTo(sample.request().tasks());
      assertThat(free.lacking(sample.choice(), placed.nodes())).isNull();
      for (Slice slice : placed.slices()) {
        assertThat(slice.tasks()).isPositive();
        assertThat(free.refuse(slice, false)).isNull();
        assertThat(slice.cpus())
            .isEqualTo(Math.max(slice.tasks(), sample.choice().besides().leastCpus()));
      }
      assertThat(Feasibility.refuse(MAIN, sample.request(), capacities(sample.nodes()))).isNull();
    }
    if (preferred != null && sample.any(preferred) && placed != null) {
      assertThat(sample.met(sample.set(placed), preferred)).isTrue();
    }
  }

  @Property(tries = 500)
  void shouldTellOfEachSetOfNodesWhetherItIsWhatWasAskedFor(@ForAll Random random) {
    Case sample = sample(random);
    int set = 1 + random.nextInt((1 << NODES) - 1);
    List<NodeName> names =
        IntStream.range(0, NODES)
            .filter(i -> (set >> i & 1) == 1)
            .mapToObj(i -> sample.nodes().get(i).name())
            .toList();
    FreeResources free = FreeResources.of(sample.nodes());

    boolean met =
        names.stream().allMatch(name -> free.allows(sample.choice(), name))
            && free.lacking(sample.choice(), names) == null;

    List<NodeView> chosen =
        sample.nodes().stream().filter(node -> names.contains(node.name())).toList();
    boolean meant =
        Case.has(chosen, sample.choice().constraint())
            && names.containsAll(sample.with())
            && (!sample.choice().besides().contiguous() || Case.row(set))
            && chosen.stream()
                .allMatch(node ->
                    NodeTraits.orNone(node.capacity().traits()).tmpMb()
                        >= sample.choice().besides().leastTmpMb());
    assertThat(met).isEqualTo(meant);
  }

  @Property(tries = 500)
  void shouldTakeHeavyNodesOnlyWhereLighterOnesAreNotEnough(@ForAll Random random) {
    List<NodeView> nodes = nodes(random, 3);
    int least = 1 + random.nextInt(3);
    ResourceRequest request =
        new ResourceRequest(
            least, least + random.nextInt(3), least + random.nextInt(4), 1, 0, false);

    Allocation placed = Placement.place(request, FreeResources.of(nodes));

    if (placed != null) {
      int heaviest =
          nodes.stream()
              .filter(node -> placed.nodes().contains(node.name()))
              .mapToInt(JointChoicePropertiesTest::weight)
              .max()
              .orElseThrow();
      List<NodeView> lighter = nodes.stream().filter(node -> weight(node) < heaviest).toList();
      assertThat(FreeResources.of(lighter).holds(request)).isFalse();
    }
  }

  @Test
  void shouldSayWhichCountIsTooLarge() {
    TreeMap<NodeName, NodeCapacity> nodes = new TreeMap<>();
    nodes.put(new NodeName("n1"), new NodeCapacity(2, 1, null, new Features(List.of("ib"))));
    nodes.put(new NodeName("n2"), new NodeCapacity(2, 1, null, new Features(List.of("gpu"))));
    nodes.put(new NodeName("n3"), new NodeCapacity(2, 1, null, new Features(List.of("gpu"))));

    assertThat(refusal(3, "[ib*2&gpu*1]", nodes))
        .isEqualTo(
            "It asks for 2 nodes with ib, but of those of partition main that it may have 1 do.");
    assertThat(refusal(3, "[ib|gpu]", nodes))
        .isEqualTo(
            "No nodes of partition main have together what it asks for (--constraint, --nodelist,"
                + " --contiguous).");
    assertThat(refusal(2, "[ib|gpu]", nodes)).isNull();
    assertThat(refusal(2, "[ib|amd]", nodes)).contains("no node of partition main has 'amd'");
  }

  private static @Nullable String refusal(
      int count, String constraint, TreeMap<NodeName, NodeCapacity> nodes) {
    ResourceRequest request = new ResourceRequest(count, count, count, 1, 0, false);
    return Feasibility.refuse(MAIN, request.on(new NodeChoice(null, null, constraint)), nodes);
  }

  private static int weight(NodeView node) {
    return NodeTraits.orNone(node.capacity().traits()).weight();
  }

  private static TreeMap<NodeName, NodeCapacity> capacities(List<NodeView> nodes) {
    TreeMap<NodeName, NodeCapacity> capacities = new TreeMap<>();
    nodes.forEach(node -> capacities.put(node.name(), node.capacity()));
    return capacities;
  }

  private static Case sample(Random random) {
    List<NodeView> nodes = nodes(random, random.nextInt(3) == 0 ? 2 : 1);
    int least = 1 + random.nextInt(4);
    int most = least + (random.nextBoolean() ? 0 : random.nextInt(3));
    ResourceRequest request =
        new ResourceRequest(least, most, least + random.nextInt(5), 1, 0, false);
    List<NodeName> with =
        random.nextInt(3) > 0
            ? null
            : Arrays.asList(
                nodes.get(random.nextInt(NODES)).name(), nodes.get(random.nextInt(NODES)).name());
    String constraint =
        random.nextInt(4) == 0 ? null : CONSTRAINTS.get(random.nextInt(CONSTRAINTS.size()));
    NodeChoice choice =
        new NodeChoice(
            null,
            null,
            constraint,
            null,
            new NodeTerms(
                with,
                random.nextInt(3) == 0 ? "b" : null,
                random.nextInt(4) == 0 ? 2 : 0,
                random.nextInt(4) == 0 ? 500 : 0,
                random.nextInt(4) == 0));
    return new Case(nodes, request.on(choice), choice);
  }

  private static List<NodeView> nodes(Random random, int weights) {
    List<NodeView> nodes = new ArrayList<>();
    for (int i = 1; i <= NODES; i++) {
      List<String> features = new ArrayList<>();
      for (String feature : List.of("a", "b", "c")) {
        if (random.nextBoolean()) {
          features.add(feature);
        }
      }
      if (i == NODES) {
        features = List.of("a", "b", "c"); // each feature is there
      }
      int cpus = 1 + random.nextInt(4);
      int free = random.nextInt(cpus + 1);
      NodeTraits traits = new NodeTraits(random.nextInt(3) * 500, 1 + random.nextInt(weights));
      NodeCapacity capacity = new NodeCapacity(cpus, 100, null, new Features(features), traits);
      nodes.add(
          new NodeView(
              new NodeName("n" + i),
              capacity,
              free,
              100,
              free < cpus ? 1 : 0,
              random.nextInt(6) > 0));
    }
    return nodes;
  }
}
