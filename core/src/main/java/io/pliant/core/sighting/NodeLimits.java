package io.pliant.core.sighting;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.power.LeverRule;
import io.pliant.core.power.PowerLimits;
import io.pliant.core.resource.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * The limits that a partition has ordered. Nodes lift by themselves what is not repeated, so all is
 * told each second while there are any, and for a while that there are none any more.
 *
 * @param orders of the last second
 * @param nodes when each was told of a limit last
 * @param begun since when limits are looked at, or null before that
 */
public record NodeLimits(
    LeverRule.Orders orders, TreePMap<NodeName, Instant> nodes, @Nullable Instant begun) {
  /** No limits. */
  public static final NodeLimits NONE =
      new NodeLimits(LeverRule.Orders.NONE, TreePMap.empty(), null);

  /**
   * What a node is to be told now.
   *
   * @param capWatts most that it may draw, or 0 for no cap
   * @param suspended jobs that are to stand still on it
   */
  public record Order(NodeName node, int capWatts, List<JobId> suspended) {}

  /** What there is now, and what nodes are to be told of it. */
  record Decided(NodeLimits next, List<Order> told) {}

  /**
   * True soon after an incarnation has begun: agents are on their way to its controller, so what
   * nodes draw that are not heard of yet is not known, and may well be limited.
   */
  boolean young(Instant now) {
    return Duration.between(begun == null ? now : begun, now).compareTo(PowerLimits.LEASE) < 0;
  }

  /** With what is ordered from now on. */
  Decided decided(LeverRule.Orders ordered, PartitionState state, Instant now) {
    int cap = ordered.limits().capWatts();
    List<Order> told = new ArrayList<>();
    TreePMap<NodeName, Instant> limited = nodes;
    for (Map.Entry<NodeName, TreeSet<JobId>> each : holders(state).entrySet()) {
      TreeSet<JobId> suspended = each.getValue();
      suspended.retainAll(ordered.limits().suspended());
      if (cap > 0 || !suspended.isEmpty()) {
        limited = limited.plus(each.getKey(), now);
        told.add(new Order(each.getKey(), cap, List.copyOf(suspended)));
      }
    }
    for (Map.Entry<NodeName, Instant> each : limited.entrySet()) {
      if (each.getValue().isBefore(now)) {
        told.add(new Order(each.getKey(), 0, List.of()));
      }
      if (Duration.between(each.getValue(), now).compareTo(PowerLimits.LEASE) > 0) {
        limited = limited.minus(each.getKey());
      }
    }
    return new Decided(new NodeLimits(ordered, limited, begun == null ? now : begun), told);
  }

  private static Map<NodeName, TreeSet<JobId>> holders(PartitionState state) {
    Map<NodeName, TreeSet<JobId>> holders = new TreeMap<>();
    for (Grant grant : state.grants().values()) {
      for (Slice slice : grant.occupied()) {
        holders.computeIfAbsent(slice.node(), _ -> new TreeSet<>()).add(grant.job().job());
      }
    }
    return holders;
  }
}
