package io.pliant.core.placement;

import io.pliant.core.resource.ResourceRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The numbers of nodes that are tried for the components of a pack, in order. They follow from the
 * request and from what the nodes have in all, never from what is free of it: whoever fits goes on
 * to fit when more becomes free.
 */
final class PackWidths {
  /** Combinations that are tried. */
  static final int MOST = 32;

  private PackWidths() {}

  /**
   * Combinations, each a number of nodes by component; none when one component fits nowhere. All on
   * the fewest nodes come first, then all on more; then one on more and the others on the fewest.
   *
   * @param capacity by component, the tasks for which each node has room when it is empty
   */
  static List<int[]> of(List<ResourceRequest> components, List<int[]> capacity) {
    List<List<Integer>> each = new ArrayList<>();
    int levels = 0;
    for (int c = 0; c < components.size(); c++) {
      List<Integer> own = ofOne(components.get(c), capacity.get(c));
      if (own.isEmpty()) {
        return List.of();
      }
      each.add(own);
      levels = Math.max(levels, own.size());
    }
    List<int[]> all = new ArrayList<>();
    for (int level = 0; level < levels; level++) {
      int[] widths = new int[each.size()];
      for (int c = 0; c < widths.length; c++) {
        widths[c] = each.get(c).get(Math.min(level, each.get(c).size() - 1));
      }
      all.add(widths);
    }
    for (int level = 1; level < levels; level++) {
      for (int c = 0; c < each.size() && all.size() < MOST; c++) {
        if (level < each.get(c).size()) {
          int[] widths = all.getFirst().clone();
          widths[c] = each.get(c).get(level);
          all.add(widths);
        }
      }
    }
    return all.subList(0, Math.min(MOST, all.size()));
  }

  /**
   * The fewest nodes of a component.
   *
   * @param roomiest tasks for which the largest node has room when it is empty
   */
  static int fewest(ResourceRequest component, int roomiest) {
    return roomiest == 0
        ? Integer.MAX_VALUE
        : Math.max(component.minNodes(), Math.ceilDiv(component.tasks(), roomiest));
  }

  /**
   * The most nodes of a component.
   *
   * @param usable nodes that have room for a task when they are empty
   */
  static int most(ResourceRequest component, int usable) {
    return Math.min(Math.min(component.maxNodes(), component.tasks()), usable);
  }

  /** The fewest nodes, one more, twice as many as that and so on, and the most. */
  private static List<Integer> ofOne(ResourceRequest component, int[] capacity) {
    int roomiest = Arrays.stream(capacity).max().orElse(0);
    int usable = (int) Arrays.stream(capacity).filter(tasks -> tasks > 0).count();
    int most = most(component, usable);
    int fewest = fewest(component, roomiest);
    List<Integer> widths = new ArrayList<>();
    if (fewest <= most) {
      for (long next = fewest; next < most; next = next == fewest ? fewest + 1L : 2 * next) {
        widths.add((int) next);
      }
      widths.add(most);
    }
    return widths;
  }
}
