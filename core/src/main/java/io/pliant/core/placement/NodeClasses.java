package io.pliant.core.placement;

import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Topology;
import io.pliant.core.view.NodeView;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Nodes by what they have in all. A site has many nodes of few sizes, so what it holds when it is
 * empty is worked out once for each size and not for each node.
 */
final class NodeClasses {
  private final BitSet firsts;
  private final List<BitSet> members;
  private final Map<NodeChoice, int[]> sizes = new HashMap<>();

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
   * @param counted positions of the nodes that count
   */
  static NodeClasses of(List<NodeView> nodes, BitSet counted) {
    Map<Size, BitSet> bySize = new HashMap<>();
    BitSet firsts = new BitSet(nodes.size());
    for (int i = counted.nextSetBit(0); i >= 0; i = counted.nextSetBit(i + 1)) {
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

  /**
   * The table of those that a choice allows.
   *
   * @param room tasks for which there is room on the {@link #firsts}, by position
   * @param allowed positions of the nodes that it allows, the same for the same choice
   */
  FitTable fit(int[] room, NodeChoice choice, Function<NodeChoice, BitSet> allowed) {
    int[] there = sizes.computeIfAbsent(choice, each -> sizes(allowed.apply(each)));
    return FitTable.of(firsts.stream().map(i -> room[i]).toArray(), there);
  }

  private int[] sizes(BitSet among) {
    int[] there = new int[members.size()];
    for (int i = 0; i < there.length; i++) {
      BitSet both = (BitSet) members.get(i).clone();
      both.and(among);
      there[i] = both.cardinality();
    }
    return there;
  }
}
