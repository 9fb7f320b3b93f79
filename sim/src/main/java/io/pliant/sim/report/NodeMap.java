package io.pliant.sim.report;

import io.pliant.sim.elastic.Schedule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which nodes each job had when: replayed from the sizes. New nodes are the lowest free ones; a
 * shrink gives back the latest ones, so the first node of a job never leaves.
 */
final class NodeMap {
  /** A job on a node for a while; times in milliseconds. */
  record Bar(int job, int node, long from, long to) {}

  private record Held(int node, long since) {}

  private final BitSet taken = new BitSet();
  private final Map<Integer, List<Held>> held = new HashMap<>();
  private final List<Bar> bars = new ArrayList<>();

  private NodeMap() {}

  /** All bars of a schedule. */
  static List<Bar> bars(Schedule schedule) {
    NodeMap map = new NodeMap();
    for (Schedule.Change change : schedule.changes()) {
      map.change(change);
    }
    return map.bars;
  }

  private void change(Schedule.Change change) {
    List<Held> nodes = held.computeIfAbsent(change.job(), _ -> new ArrayList<>());
    while (nodes.size() > change.nodes()) {
      Held last = nodes.removeLast();
      taken.clear(last.node());
      bars.add(new Bar(change.job(), last.node(), last.since(), change.time()));
    }
    while (nodes.size() < change.nodes()) {
      int node = taken.nextClearBit(0);
      taken.set(node);
      nodes.add(new Held(node, change.time()));
    }
  }
}
