package io.pliant.core.placement;

import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.NodeView;
import java.util.BitSet;
import java.util.List;

/**
 * {@link Resources} of the nodes of a view, by position and laid out for quick scans. It may hold
 * less than nothing while more is booked than a node has.
 */
final class FreeTable {
  private final int[] cpus;
  private final int[] memoryMb;
  private final FreeKinds kinds;

  private FreeTable(int[] cpus, int[] memoryMb, FreeKinds kinds) {
    this.cpus = cpus;
    this.memoryMb = memoryMb;
    this.kinds = kinds;
  }

  /** What of the nodes is in no slice. */
  static FreeTable free(List<NodeView> nodes, NodeKinds kinds) {
    int[] cpus = new int[nodes.size()];
    int[] memoryMb = new int[cpus.length];
    for (int i = 0; i < cpus.length; i++) {
      cpus[i] = nodes.get(i).freeCpus();
      memoryMb[i] = nodes.get(i).freeMemoryMb();
    }
    return new FreeTable(cpus, memoryMb, FreeKinds.of(kinds, NodeView::freeKinds));
  }

  /** What the nodes have in all. */
  static FreeTable all(List<NodeView> nodes, NodeKinds kinds) {
    int[] cpus = new int[nodes.size()];
    int[] memoryMb = new int[cpus.length];
    for (int i = 0; i < cpus.length; i++) {
      cpus[i] = nodes.get(i).capacity().cpus();
      memoryMb[i] = nodes.get(i).capacity().memoryMb();
    }
    return new FreeTable(cpus, memoryMb, FreeKinds.of(kinds, node -> node.capacity().kinds()));
  }

  /** An independent copy. */
  FreeTable copy() {
    return new FreeTable(cpus.clone(), memoryMb.clone(), kinds.copy());
  }

  int size() {
    return cpus.length;
  }

  int cpus(int node) {
    return cpus[node];
  }

  /**
   * Tasks of that shape for which there is room, by node; 0 on all other nodes than those.
   *
   * @param nodes the nodes of the table
   */
  int[] tasks(TaskShape shape, BitSet among, List<NodeView> nodes) {
    FreeKinds.Wanted onNode = kinds.wanted(shape.kindsPerNode());
    FreeKinds.Wanted forTask = kinds.wanted(shape.kindsPerTask());
    int[] room = new int[cpus.length];
    for (int i = among.nextSetBit(0); i >= 0; i = among.nextSetBit(i + 1)) {
      int tasks =
          shape.cores() == null
              ? shape.tasksOn(cpus[i], memoryMb[i])
              : shape.tasksOn(cpus[i], memoryMb[i], nodes.get(i).capacity());
      if (tasks > 0 && onNode.coveredBy(i)) {
        room[i] = Math.min(tasks, forTask.timesIn(i));
      }
    }
    return room;
  }

  Kinds kinds(int node) {
    return kinds.at(node);
  }

  /** What there is; nothing of what is overbooked. */
  Resources at(int node) {
    return new Resources(Math.max(0, cpus[node]), Math.max(0, memoryMb[node]), kinds.at(node));
  }

  boolean same(int node, FreeTable other) {
    return cpus[node] == other.cpus[node]
        && memoryMb[node] == other.memoryMb[node]
        && kinds.same(node, other.kinds);
  }

  /** Books a slice on its node, or gives it back when {@code sign} is -1. */
  void book(int node, Slice slice, int sign) {
    cpus[node] -= sign * slice.cpus();
    memoryMb[node] -= sign * slice.memoryMb();
    Kinds held = slice.kinds();
    if (held != null) {
      kinds.book(node, held, sign);
    }
  }

  void clear(int node) {
    cpus[node] = 0;
    memoryMb[node] = 0;
    kinds.clear(node);
  }

  /** Leaves what is both here and there; the other must be of the same nodes. */
  void least(int node, FreeTable other) {
    cpus[node] = Math.min(cpus[node], other.cpus[node]);
    memoryMb[node] = Math.min(memoryMb[node], other.memoryMb[node]);
    kinds.least(node, other.kinds);
  }
}
