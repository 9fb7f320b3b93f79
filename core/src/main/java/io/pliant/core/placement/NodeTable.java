package io.pliant.core.placement;

import io.pliant.core.id.NodeName;
import io.pliant.core.view.NodeView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What does not change about the nodes during a round, laid out for quick scans. */
final class NodeTable {
  private final List<NodeView> nodes;
  private final Map<NodeName, Integer> indexOf;
  private final int[] cpus;
  private final int[] memoryMb;
  private final boolean[] available;

  NodeTable(List<NodeView> nodes) {
    this.nodes = nodes;
    this.indexOf = HashMap.newHashMap(nodes.size());
    this.cpus = nodes.stream().mapToInt(n -> n.capacity().cpus()).toArray();
    this.memoryMb = nodes.stream().mapToInt(n -> n.capacity().memoryMb()).toArray();
    this.available = new boolean[nodes.size()];
    for (int i = 0; i < available.length; i++) {
      indexOf.put(nodes.get(i).name(), i);
      available[i] = nodes.get(i).available();
    }
  }

  int size() {
    return available.length;
  }

  /** Position of the node, or -1 when the view does not have it. */
  int indexOf(NodeName node) {
    return indexOf.getOrDefault(node, -1);
  }

  NodeView node(int index) {
    return nodes.get(index);
  }

  int cpus(int index) {
    return cpus[index];
  }

  int memoryMb(int index) {
    return memoryMb[index];
  }

  boolean available(int index) {
    return available[index];
  }
}
