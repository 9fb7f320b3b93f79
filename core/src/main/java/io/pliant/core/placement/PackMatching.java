package io.pliant.core.placement;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives each of some groups a number of nodes, of those that may be the group's, so that no node is
 * given twice. Those with little choice take first; who then lacks a node gets one along a path of
 * groups that can do with another, which is exact. One such search looks at each node once and at
 * each group's nodes once.
 */
final class PackMatching {
  private static final int NOBODY = -1;

  private final int[] order;
  private final List<Group> groups = new ArrayList<>();
  private final int[] owner;
  private long looks;

  private record Group(int component, int wanted, BitSet may) {
    int spare() {
      return may.cardinality() - wanted;
    }
  }

  /**
   * @param order positions of all nodes, those to be taken first in front
   */
  PackMatching(int[] order) {
    this.order = order;
    this.owner = new int[order.length];
    Arrays.fill(owner, NOBODY);
  }

  /** A group of a component that wants so many of these nodes; more than one may be the same's. */
  void add(int component, int wanted, BitSet may) {
    if (wanted > 0) {
      groups.add(new Group(component, wanted, may));
    }
  }

  /** Nodes by component, or null when there is no such choice. To be called once. */
  @Nullable List<BitSet> solve(int components) {
    int wanted = groups.stream().mapToInt(Group::wanted).sum();
    if (wanted > order.length || groups.stream().anyMatch(group -> group.spare() < 0)) {
      return null;
    }
    groups.sort(Comparator.comparingInt(Group::spare));
    int[] missing = new int[groups.size()];
    for (int g = 0; g < missing.length; g++) {
      missing[g] = groups.get(g).wanted() - takeFree(g);
    }
    for (int g = 0; g < missing.length; g++) {
      for (; missing[g] > 0; missing[g]--) {
        if (!swapFor(g)) {
          return null;
        }
      }
    }
    List<BitSet> chosen = new ArrayList<>(components);
    for (int c = 0; c < components; c++) {
      chosen.add(new BitSet(owner.length));
    }
    for (int node = 0; node < owner.length; node++) {
      if (owner[node] != NOBODY) {
        chosen.get(groups.get(owner[node]).component()).set(node);
      }
    }
    return chosen;
  }

  /** Nodes looked at so far, the measure of what a search costs. */
  long looks() {
    return looks;
  }

  private int takeFree(int group) {
    Group taking = groups.get(group);
    int taken = 0;
    for (int i = 0; i < order.length && taken < taking.wanted(); i++) {
      looks++;
      if (owner[order[i]] == NOBODY && taking.may().get(order[i])) {
        owner[order[i]] = group;
        taken++;
      }
    }
    return taken;
  }

  /** One more node for a group, others changing theirs for it; false when there is none. */
  private boolean swapFor(int group) {
    int[] reachedBy = new int[groups.size()];
    Arrays.fill(reachedBy, NOBODY);
    int[] from = new int[owner.length];
    BitSet unseen = new BitSet(owner.length);
    unseen.set(0, owner.length);
    BitSet reached = new BitSet(groups.size());
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    reached.set(group);
    queue.add(group);
    while (!queue.isEmpty()) {
      int asking = queue.remove();
      BitSet may = (BitSet) groups.get(asking).may().clone();
      may.and(unseen);
      unseen.andNot(may);
      for (int node = may.nextSetBit(0); node >= 0; node = may.nextSetBit(node + 1)) {
        looks++;
        from[node] = asking;
        int has = owner[node];
        if (has == NOBODY) {
          handOver(node, group, from, reachedBy);
          return true;
        }
        if (!reached.get(has)) {
          reached.set(has);
          reachedBy[has] = node;
          queue.add(has);
        }
      }
    }
    return false;
  }

  private void handOver(int last, int group, int[] from, int[] reachedBy) {
    int node = last;
    while (true) {
      int taking = from[node];
      owner[node] = taking;
      if (taking == group) {
        return;
      }
      node = reachedBy[taking];
    }
  }
}
