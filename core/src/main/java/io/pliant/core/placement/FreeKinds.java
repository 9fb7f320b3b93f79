package io.pliant.core.placement;

import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.view.NodeView;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Counts of the kinds beside cpus and memory, by node, for quick scans; empty on most sites. */
final class FreeKinds {
  /** Counts of a kind that no node has. */
  private static final int[] NOWHERE = {};

  private final String[] names;
  private final int[][] counts;
  private final BitSet[] typed;

  private FreeKinds(String[] names, int[][] counts, BitSet[] typed) {
    this.names = names;
    this.counts = counts;
    this.typed = typed;
  }

  /** Those kinds of each node; null is none. */
  static FreeKinds of(List<NodeView> nodes, Function<NodeView, @Nullable Kinds> kindsOf) {
    TreeSet<String> known = new TreeSet<>();
    for (NodeView node : nodes) {
      Kinds kinds = kindsOf.apply(node);
      if (kinds != null) {
        known.addAll(kinds.amounts().keySet());
      }
    }
    String[] names = known.toArray(String[]::new);
    int[][] counts = new int[names.length][nodes.size()];
    for (int k = 0; k < names.length; k++) {
      for (int i = 0; i < counts[k].length; i++) {
        counts[k][i] = Kinds.orNone(kindsOf.apply(nodes.get(i))).count(names[k]);
      }
    }
    return new FreeKinds(names, counts, typed(names, nodes));
  }

  /** For each kind, the nodes that have types of it. */
  private static BitSet[] typed(String[] names, List<NodeView> nodes) {
    BitSet[] typed = new BitSet[names.length];
    Arrays.setAll(typed, _ -> new BitSet());
    for (int i = 0; names.length > 0 && i < nodes.size(); i++) {
      for (String kind : Kinds.orNone(nodes.get(i).capacity().kinds()).amounts().keySet()) {
        int family = Arrays.binarySearch(names, Devices.family(kind));
        if (Devices.isType(kind) && family >= 0) {
          typed[family].set(i);
        }
      }
    }
    return typed;
  }

  FreeKinds copy() {
    int[][] copied = new int[counts.length][];
    Arrays.setAll(copied, k -> counts[k].clone());
    return new FreeKinds(names, copied, typed);
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
    if (names.length == 0) {
      return Kinds.NONE;
    }
    TreeMap<String, Amount> amounts = new TreeMap<>();
    for (int k = 0; k < names.length; k++) {
      amounts.put(names[k], Amount.of(Math.max(0, counts[k][node])));
    }
    return new Kinds(amounts);
  }
}
