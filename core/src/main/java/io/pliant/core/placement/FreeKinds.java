package io.pliant.core.placement;

import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.view.NodeView;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Counts of the kinds beside cpus and memory, by node, for quick scans; empty on most sites. */
final class FreeKinds {
  /** Counts of a kind that no node has. */
  private static final int[] NOWHERE = {};

  private final NodeKinds kinds;
  private final String[] names;
  private final int[][] counts;

  private FreeKinds(NodeKinds kinds, int[][] counts) {
    this.kinds = kinds;
    this.names = kinds.names();
    this.counts = counts;
  }

  /** Those amounts of each node; null is nothing. */
  static FreeKinds of(NodeKinds kinds, Function<NodeView, @Nullable Kinds> amounts) {
    String[] names = kinds.names();
    List<NodeView> nodes = kinds.nodes();
    int[][] counts = new int[names.length][nodes.size()];
    for (int i = 0; names.length > 0 && i < nodes.size(); i++) {
      Kinds there = Kinds.orNone(amounts.apply(nodes.get(i)));
      for (int k = 0; k < names.length; k++) {
        counts[k][i] = there.count(names[k]);
      }
    }
    return new FreeKinds(kinds, counts);
  }

  FreeKinds copy() {
    int[][] copied = new int[counts.length][];
    Arrays.setAll(copied, k -> counts[k].clone());
    return new FreeKinds(kinds, copied);
  }

  /** Books those kinds on a node, or gives them back when {@code sign} is -1. */
  void book(int node, Kinds kinds, int sign) {
    for (int k = 0; k < names.length; k++) {
      counts[k][node] -= sign * kinds.count(names[k]);
    }
  }

  void clear(int node) {
    for (int[] count : counts) {
      count[node] = 0;
    }
  }

  /** Leaves the smaller count of both; the other must be of the same nodes. */
  void least(int node, FreeKinds other) {
    for (int k = 0; k < names.length; k++) {
      counts[k][node] = Math.min(counts[k][node], other.counts[k][node]);
    }
    BitSet[] typed = kinds.typed();
    for (int k = 0; k < names.length; k++) {
      if (typed[k].get(node)) { // different types may be free here and there
        counts[k][node] = Math.min(counts[k][node], ofTypes(k, node));
      }
    }
  }

  private int ofTypes(int family, int node) {
    int sum = 0;
    for (int k = 0; k < names.length; k++) {
      if (k != family && Devices.family(names[k]).equals(names[family])) {
        sum += Math.max(0, counts[k][node]);
      }
    }
    return sum;
  }

  /** Those kinds laid out for a scan over nodes; null is nothing. */
  Wanted wanted(@Nullable Kinds kinds) {
    return new Wanted(Kinds.orNone(kinds));
  }

  /** Kinds that are looked for on many nodes. */
  final class Wanted {
    private final int[][] there;
    private final int[] each;

    private Wanted(Kinds kinds) {
      this.there = new int[kinds.amounts().size()][];
      this.each = new int[there.length];
      int n = 0;
      for (Map.Entry<String, Amount> one : kinds.amounts().entrySet()) {
        int k = Arrays.binarySearch(names, one.getKey());
        there[n] = k < 0 ? NOWHERE : counts[k];
        each[n++] = one.getValue().count();
      }
    }

    /** True where there are as many as that. */
    boolean coveredBy(int node) {
      for (int n = 0; n < each.length; n++) {
        if (there[n].length == 0 || there[n][node] < each[n]) {
          return false;
        }
      }
      return true;
    }

    /** How often those fit in what there is on a node. */
    int timesIn(int node) {
      int times = Integer.MAX_VALUE;
      for (int n = 0; n < each.length; n++) {
        int free = there[n].length == 0 ? 0 : Math.max(0, there[n][node]);
        times = Math.min(times, each[n] == 1 ? free : free / each[n]);
      }
      return times;
    }
  }

  boolean same(int node, FreeKinds other) {
    for (int k = 0; k < names.length; k++) {
      if (counts[k][node] != other.counts[k][node]) {
        return false;
      }
    }
    return true;
  }

  /** What there is on a node; nothing where more is booked than there was. */
  Kinds at(int node) {
    return Kinds.counted(names, k -> Math.max(0, counts[k][node]));
  }
}
