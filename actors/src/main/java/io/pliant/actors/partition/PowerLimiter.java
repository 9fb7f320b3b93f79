package io.pliant.actors.partition;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.NodeWatts;
import io.pliant.core.partition.PartitionPower;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.LeverRule;
import io.pliant.core.power.PowerLimits;
import io.pliant.core.resource.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Carries out the last levers of the power corridor: tells the nodes of a partition their limits,
 * each second while there are any, and for a while that there are none any more. Not durable: nodes
 * lift by themselves what is not repeated.
 */
final class PowerLimiter {
  private final PartitionEnvironment environment;
  private final Logger log;
  private final Map<NodeName, Instant> limitedNodes = new TreeMap<>();
  private LeverRule.Orders orders = LeverRule.Orders.NONE;
  private @Nullable Instant begun;

  PowerLimiter(PartitionEnvironment environment, Logger log) {
    this.environment = environment;
    this.log = log;
  }

  PowerLimits limits() {
    return orders.limits();
  }

  /** Jobs of which meters do not tell what they draw by themselves. */
  Set<JobId> limited() {
    return orders.limited();
  }

  /**
   * Decides, and tells the nodes; called once a second.
   *
   * @param bounds that hold now
   * @param alarm that the last round has raised
   */
  void look(
      PartitionState state,
      PartitionPower power,
      @Nullable Corridor bounds,
      @Nullable CorridorAlarm alarm,
      Instant now) {
    NodeWatts watts = environment.settings().power();
    if (watts == null || watts.levers().isEmpty() || !environment.settings().keepsCorridor()) {
      return;
    }
    LeverRule.Orders before = orders;
    orders =
        LeverRule.decide(
            before,
            new LeverRule.Sight(
                watts.levers(),
                watts.idleWatts(),
                bounds,
                power.rest(state),
                power.loads(state),
                drawn(state, power, now),
                alarm,
                state.grants().values().stream().anyMatch(grant -> !grant.sizes().settled())),
            now);
    if (!orders.limits().equals(before.limits())) {
      log.warn(
          "partition {}: power limits in force for its corridor {}: {}",
          environment.settings().name(),
          bounds,
          orders.limits().describe());
    }
    tell(state, now);
  }

  /**
   * Watts drawn now. Soon after an incarnation has begun, agents are on their way to its
   * controller: what nodes draw that are not heard of yet is not known, and may well be limited.
   */
  private @Nullable Double drawn(PartitionState state, PartitionPower power, Instant now) {
    Instant since = begun == null ? now : begun;
    begun = since;
    boolean young = Duration.between(since, now).compareTo(PowerLimits.LEASE) < 0;
    boolean all = state.nodes().values().stream().allMatch(node -> power.metered(node.name()));
    return young && !all ? null : power.drawn(state);
  }

  private void tell(PartitionState state, Instant now) {
    Map<NodeName, TreeSet<JobId>> holders = new TreeMap<>();
    for (Grant grant : state.grants().values()) {
      for (Slice slice : grant.occupied()) {
        holders.computeIfAbsent(slice.node(), _ -> new TreeSet<>()).add(grant.job().job());
      }
    }
    int cap = orders.limits().capWatts();
    holders.forEach((node, jobs) -> {
      jobs.retainAll(orders.limits().suspended());
      if (cap > 0 || !jobs.isEmpty()) {
        limitedNodes.put(node, now);
        tell(node, cap, List.copyOf(jobs));
      }
    });
    limitedNodes.forEach((node, last) -> {
      if (last.isBefore(now)) {
        tell(node, 0, List.of());
      }
    });
    limitedNodes
        .values()
        .removeIf(last -> Duration.between(last, now).compareTo(PowerLimits.LEASE) > 0);
  }

  private void tell(NodeName node, int cap, List<JobId> suspended) {
    environment.peers().tell(node, new NodeCommand.SendLimits(cap, suspended));
  }
}
