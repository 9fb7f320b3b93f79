package io.pliant.core.placement;

import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.view.NodeView;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The kinds beside cpus and memory that some nodes have. Those of which nothing is left are among
 * them, since they come back when a job ends; so tables of the same nodes are alike. Not safe for
 * use by several threads.
 */
final class NodeKinds {
  private final List<NodeView> nodes;
  private final String[] names;
  private BitSet @Nullable [] typed;

  private NodeKinds(List<NodeView> nodes, String[] names) {
    this.nodes = nodes;
    this.names = names;
  }

  static NodeKinds of(List<NodeView> nodes) {
    Set<String> known = new HashSet<>();
    for (NodeView node : nodes) {
      Kinds.orNone(node.capacity().kinds()).amounts().forEach((name, _) -> known.add(name));
      Kinds.orNone(node.freeKinds()).amounts().forEach((name, _) -> known.add(name));
    }
    return new NodeKinds(nodes, known.stream().sorted().toArray(String[]::new));
  }

  List<NodeView> nodes() {
    return nodes;
  }

  /** Their names in order, more than one node may have; not to be changed. */
  String[] names() {
    return names;
  }

  /** For each name, the positions of the nodes that have types of it; not to be changed. */
  BitSet[] typed() {
    BitSet[] known = typed;
    if (known == null) {
      known = new BitSet[names.length];
      Arrays.setAll(known, this::nodesWithTypesOf);
      typed = known;
    }
    return known;
  }

  private BitSet nodesWithTypesOf(int family) {
    BitSet having = new BitSet(nodes.size());
    for (String name : names) {
      if (Devices.isType(name) && Devices.family(name).equals(names[family])) {
        for (int i = 0; i < nodes.size(); i++) {
          if (Kinds.orNone(nodes.get(i).capacity().kinds()).count(name) > 0) {
            having.set(i);
          }
        }
      }
    }
    return having;
  }
}
