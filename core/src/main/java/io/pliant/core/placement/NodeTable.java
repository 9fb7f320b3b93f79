package io.pliant.core.placement;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.FeatureRule;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.Resources;
import io.pliant.core.view.NodeView;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What does not change about the nodes during a round, laid out for quick scans. */
final class NodeTable {
  private final List<NodeView> nodes;
  private @Nullable Map<NodeName, Integer> indexOf;
  private final NodeKinds kinds;
  private final FreeTable all;
  private final BitSet available;
  private final BitSet everywhere;
  private final Map<NodeChoice, BitSet> allowed = new HashMap<>();
  private final Map<NodeChoice, BitSet> usable = new HashMap<>();
  private final Map<NodeChoice, Together> together = new HashMap<>();
  private final Map<TaskShape, FitTable> capacities = new HashMap<>();
  private @Nullable NodeClasses classes;
  private @Nullable NodeClasses allClasses;
  private final int @Nullable [] ranks;
  private final int heaviest;

  NodeTable(List<NodeView> nodes) {
    this.nodes = nodes;
    this.kinds = NodeKinds.of(nodes);
    this.all = FreeTable.all(nodes, kinds);
    this.available = new BitSet(nodes.size());
    for (int i = 0; i < nodes.size(); i++) {
      available.set(i, nodes.get(i).available());
    }
    this.everywhere = new BitSet(nodes.size());
    everywhere.set(0, nodes.size());
    int[] weights = weights(nodes);
    this.heaviest = weights.length - 1;
    this.ranks = heaviest == 0 ? null : ranks(nodes, weights);
  }

  /** The weights that there are, sorted; one where there are no nodes. */
  private static int[] weights(List<NodeView> nodes) {
    TreeSet<Integer> weights = new TreeSet<>();
    int last = -1;
    for (NodeView node : nodes) {
      int weight = weight(node);
      if (weight != last) {
        weights.add(weight);
        last = weight;
      }
    }
    return weights.isEmpty()
        ? new int[] {0}
        : weights.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int[] ranks(List<NodeView> nodes, int[] weights) {
    int[] ranks = new int[nodes.size()];
    Arrays.setAll(ranks, i -> Arrays.binarySearch(weights, weight(nodes.get(i))));
    return ranks;
  }

  private static int weight(NodeView node) {
    return NodeTraits.orNone(node.capacity().traits()).weight();
  }

  int size() {
    return nodes.size();
  }

  /** Position of the node, or -1 when the view does not have it. */
  int indexOf(NodeName node) {
    Map<NodeName, Integer> known = indexOf;
    if (known == null) {
      known = HashMap.newHashMap(nodes.size());
      for (int i = 0; i < nodes.size(); i++) {
        known.put(nodes.get(i).name(), i);
      }
      indexOf = known;
    }
    return known.getOrDefault(node, -1);
  }

  /** Position of the node's weight among those that there are, the least being 0. */
  int rank(int index) {
    return ranks == null ? 0 : ranks[index];
  }

  /** The highest rank: 0 where all nodes weigh the same. */
  int heaviest() {
    return heaviest;
  }

  /** What a choice asks of nodes together. */
  Together together(NodeChoice choice) {
    return together.computeIfAbsent(
        choice, each -> Together.of(each, nodes, this::indexOf, allowed(each)));
  }

  List<NodeView> views() {
    return nodes;
  }

  NodeView node(int index) {
    return nodes.get(index);
  }

  /** What the nodes have in all; not to be changed. */
  FreeTable all() {
    return all;
  }

  /** What of them is in no slice. */
  FreeTable free() {
    return FreeTable.free(nodes, kinds);
  }

  boolean available(int index) {
    return available.get(index);
  }

  /** Room for tasks of that shape with no job on the available nodes. */
  FitTable fitWhenEmpty(TaskShape shape) {
    return fit(shape, classes(), this::usable);
  }

  /** The same of all nodes, also of those that are not available. */
  FitTable capacity(TaskShape shape) {
    return capacities.computeIfAbsent(shape, each -> fit(each, allClasses(), this::allowed));
  }

  private FitTable fit(TaskShape shape, NodeClasses of, Function<NodeChoice, BitSet> allowed) {
    NodeChoice choice = shape.choice() == null ? NodeChoice.ANY : shape.choice();
    return of.fit(all.tasks(shape, of.firsts(), nodes), choice, allowed);
  }

  /** The least of each dimension that any available node has in all. */
  Resources least() {
    return classes().firsts().stream()
        .mapToObj(i -> nodes.get(i).capacity().resources())
        .reduce(Resources::least)
        .orElse(Resources.NONE);
  }

  private NodeClasses classes() {
    NodeClasses known = classes;
    if (known == null) {
      known = NodeClasses.of(nodes, available);
      classes = known;
    }
    return known;
  }

  private NodeClasses allClasses() {
    NodeClasses known = allClasses;
    if (known == null) {
      known = available.equals(everywhere) ? classes() : NodeClasses.of(nodes, everywhere);
      allClasses = known;
    }
    return known;
  }

  /** Positions of the nodes that are available; not to be changed. */
  BitSet available() {
    return available;
  }

  /** Positions of all nodes; not to be changed. */
  BitSet everywhere() {
    return everywhere;
  }

  /** Positions of those of {@link #allowed} that are available; not to be changed. */
  BitSet usable(NodeChoice choice) {
    return usable.computeIfAbsent(
        choice,
        each -> {
          BitSet both = (BitSet) allowed(each).clone();
          both.and(available);
          return both;
        });
  }

  /** Positions of the nodes that a job of this choice may have; not to be changed. */
  BitSet allowed(NodeChoice choice) {
    return allowed.computeIfAbsent(
        choice,
        each -> {
          FeatureRule rule = each.rule();
          BitSet may = new BitSet(nodes.size());
          for (int i = 0; i < nodes.size(); i++) {
            NodeView node = nodes.get(i);
            may.set(i, each.allows(node.name(), node.capacity(), rule));
          }
          return may;
        });
  }
}
