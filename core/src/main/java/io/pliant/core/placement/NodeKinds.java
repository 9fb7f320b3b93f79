package io.pliant.core.placement;

import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.view.NodeView;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The kinds beside cpus and memory that some nodes have. Those of which nothing is left are among
 * them, since they come back when a job ends; so tables of the same nodes are alike. Not safe for
 * use by several threads.
 */
final class NodeKinds {
  private final List<NodeView> nodes;
  private final Kinds every;
  private final String[] names;
  private BitSet @Nullable [] typed;

  private NodeKinds(List<NodeView> nodes, Kinds every) {
    this.nodes = nodes;
    this.every = every;
    this.names = every.amounts().keySet().toArray(String[]::new);
  }

  static NodeKinds of(List<NodeView> nodes) {
    Kinds every = Kinds.NONE;
    for (NodeView node : nodes) {
      every = with(every, node.capacity().kinds());
      every = with(every, node.freeKinds());
    }
    return new NodeKinds(nodes, every);
  }

  private static Kinds with(Kinds every, @Nullable Kinds more) {
    return more == null || every.hasEachOf(more) ? every : every.most(more);
  }

  List<NodeView> nodes() {
    return nodes;
  }

  /** Some of each kind that there is; how much says nothing. */
  Kinds every() {
    return every;
  }

  /** Their names in order; not to be changed. */
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
