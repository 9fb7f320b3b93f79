package io.pliant.core.placement;

import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Topology;
import io.pliant.core.view.NodeView;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The available nodes by what they have in all. A site has many nodes of few sizes, so what it
 * holds when it is empty is worked out once for each size and not for each node.
 */
final class NodeClasses {
  private final BitSet firsts;
  private final List<BitSet> members;

  /**
   * What tells how many tasks a node holds.
   *
   * @param topology as the node tells it: one that tells none has no sockets that count
   */
  private record Size(Resources resources, @Nullable Topology topology) {}

  private NodeClasses(BitSet firsts, List<BitSet> members) {
    this.firsts = firsts;
    this.members = members;
  }

  /**
   * Sorts the nodes.
   *
   * @param available positions of the nodes that count
   */
  static NodeClasses of(List<NodeView> nodes, BitSet available) {
    Map<Size, BitSet> bySize = new HashMap<>();
    BitSet firsts = new BitSet(nodes.size());
    for (int i = available.nextSetBit(0); i >= 0; i = available.nextSetBit(i + 1)) {
      NodeCapacity node = nodes.get(i).capacity();
      Size size = new Size(node.resources(), NodeTraits.orNone(node.traits()).topology());
      BitSet alike = bySize.get(size);
      if (alike == null) {
        alike = new BitSet(nodes.size());
        bySize.put(size, alike);
        firsts.set(i);
      }
      alike.set(i);
    }
    return new NodeClasses(firsts, inOrder(bySize));
  }

  private static List<BitSet> inOrder(Map<Size, BitSet> bySize) {
    return bySize.values().stream()
        .sorted((one, other) -> Integer.compare(one.nextSetBit(0), other.nextSetBit(0)))
        .toList();
  }

  /** Position of the first node of each class; not to be changed. */
  BitSet firsts() {
    return firsts;
  }

  /** How many of those nodes are in each class, in the order of {@link #firsts}. */
  int[] sizes(BitSet among) {
    int[] sizes = new int[members.size()];
    for (int i = 0; i < sizes.length; i++) {
      BitSet both = (BitSet) members.get(i).clone();
      both.and(among);
      sizes[i] = both.cardinality();
    }
    return sizes;
  }
}
