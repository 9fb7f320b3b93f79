package io.pliant.core.placement;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.FeatureRule;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.view.NodeView;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What does not change about the nodes during a round, laid out for quick scans. */
final class NodeTable {
  private final List<NodeView> nodes;
  private @Nullable Map<NodeName, Integer> indexOf;
  private final NodeKinds kinds;
  private final FreeTable all;
  private final BitSet available;
  private final Map<NodeChoice, BitSet> allowed = new HashMap<>();
  private final Map<NodeChoice, BitSet> usable = new HashMap<>();

  NodeTable(List<NodeView> nodes) {
    this.nodes = nodes;
    this.kinds = NodeKinds.of(nodes);
    this.all = FreeTable.all(nodes, kinds);
    this.available = new BitSet(nodes.size());
    for (int i = 0; i < nodes.size(); i++) {
      available.set(i, nodes.get(i).available());
    }
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

  /** Positions of the nodes that are available; not to be changed. */
  BitSet available() {
    return available;
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
            may.set(i, each.allows(node.name(), node.capacity().features(), rule));
          }
          return may;
        });
  }
}
