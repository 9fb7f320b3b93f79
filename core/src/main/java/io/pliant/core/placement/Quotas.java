package io.pliant.core.placement;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Numbers of nodes of several kinds that are to be met, each node counting for one of them. Nodes
 * that are offered one after the other are taken as long as they bring it nearer: a matching that
 * grows along augmenting paths. So offering the better nodes first takes the best ones. Nodes that
 * count for the same are alike, which keeps the paths short.
 */
final class Quotas {
  private final int[] open;
  private final Map<Long, int[]> assigned = new HashMap<>();
  private final Set<Long> useless = new HashSet<>();
  private int missing;

  Quotas(List<Integer> counts) {
    this.open = counts.stream().mapToInt(Integer::intValue).toArray();
    this.missing = Arrays.stream(open).sum();
  }

  /** True when all are met. */
  boolean met() {
    return missing == 0;
  }

  /** True when a node is of use, which is taken then. */
  boolean takes(long marks) {
    if (missing == 0 || marks == 0 || useless.contains(marks)) {
      return false;
    }
    if (!augment(marks)) {
      useless.add(marks); // once of no use, for ever of no use
      return false;
    }
    missing--;
    return true;
  }

  private boolean augment(long marks) {
    int[] before = new int[open.length];
    long[] moved = new long[open.length];
    Arrays.fill(before, -2);
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    for (int i = 0; i < open.length; i++) {
      if ((marks >> i & 1) == 1) {
        before[i] = -1;
        queue.add(i);
      }
    }
    while (!queue.isEmpty()) {
      int at = queue.remove();
      if (open[at] > 0) {
        shift(at, before, moved, marks);
        return true;
      }
      for (Map.Entry<Long, int[]> alike : assigned.entrySet()) {
        for (int i = 0; alike.getValue()[at] > 0 && i < open.length; i++) {
          if ((alike.getKey() >> i & 1) == 1 && before[i] == -2) {
            before[i] = at;
            moved[i] = alike.getKey();
            queue.add(i);
          }
        }
      }
    }
    return false;
  }

  /** Moves one node along each step of the path, and the new one to its begin. */
  private void shift(int end, int[] before, long[] moved, long marks) {
    open[end]--;
    int at = end;
    while (before[at] >= 0) {
      int[] alike = of(moved[at]);
      alike[at]++;
      alike[before[at]]--;
      at = before[at];
    }
    of(marks)[at]++;
  }

  private int[] of(long marks) {
    return assigned.computeIfAbsent(marks, _ -> new int[open.length]);
  }
}
