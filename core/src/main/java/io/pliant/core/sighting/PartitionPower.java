package io.pliant.core.sighting;

import io.pliant.core.adaptation.Resize;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.NodeWatts;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.partition.Sizes;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.LeverRule;
import io.pliant.core.power.Watts;
import io.pliant.core.power.WattsNow;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.ClusterPower;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a partition draws and what its policy may know of it.
 *
 * @param nodes what is configured, or null
 * @param meters watts of nodes whose meters tell something
 * @param measured watts of each node of jobs that were measured
 * @param suspended jobs that stand still
 */
public record PartitionPower(
    @Nullable NodeWatts nodes,
    Map<NodeName, Double> meters,
    Map<JobId, Double> measured,
    Set<JobId> suspended) {
  /** Power while no job is suspended. */
  public PartitionPower(
      @Nullable NodeWatts nodes, Map<NodeName, Double> meters, Map<JobId, Double> measured) {
    this(nodes, meters, measured, Collections.emptySortedSet());
  }

  /**
   * The bounds and watts for a policy; null when there are no bounds now, or no watts are
   * configured.
   */
  public @Nullable ClusterPower view(PartitionState state, CorridorTable bounds, Instant now) {
    Corridor corridor = bounds.at(now.toEpochMilli());
    if (nodes == null || corridor == null) {
      return null;
    }
    return new ClusterPower(
        corridor,
        bounds.after(now.toEpochMilli()).stream()
            .map(change ->
                new ClusterPower.Announced(Instant.ofEpochMilli(change.at()), change.corridor()))
            .toList(),
        nodes.idleWatts(),
        nodes.assumed(),
        jobs(state).entrySet().stream()
            .map(each -> new ClusterPower.JobWatts(each.getKey(), each.getValue()))
            .toList());
  }

  /** Watts of each node of jobs of which something is measured or declared, by job. */
  private SortedMap<JobId, Watts> jobs(PartitionState state) {
    SortedMap<JobId, Watts> jobs = new TreeMap<>();
    state.queue().values().forEach(job -> put(jobs, job));
    state.grants().values().forEach(grant -> put(jobs, grant.job()));
    return jobs;
  }

  private void put(SortedMap<JobId, Watts> jobs, QueuedJob job) {
    Watts known = known(job);
    if (known != null) {
      jobs.put(job.job(), known);
    }
  }

  private @Nullable Watts known(QueuedJob job) {
    Double watts = measured.get(job.job());
    return watts == null ? job.nodeWatts() : Watts.measured(watts);
  }

  /**
   * Watts drawn now: of nodes with a meter what it says, of others that are up an estimate by the
   * middle of what is known of their job; null when nothing is known of any node.
   */
  public @Nullable Double drawn(PartitionState state) {
    return drawn(state, holders(state), state.nodes().values());
  }

  /** Watts drawn now by the nodes that no job holds. */
  public double rest(PartitionState state) {
    SortedMap<NodeName, Grant> holders = holders(state);
    List<NodeRecord> free =
        state.nodes().values().stream().filter(node -> !holders.containsKey(node.name())).toList();
    Double watts = drawn(state, holders, free);
    return watts == null ? 0 : watts;
  }

  private static SortedMap<NodeName, Grant> holders(PartitionState state) {
    SortedMap<NodeName, Grant> holders = new TreeMap<>();
    for (Grant grant : state.grants().values()) {
      for (Slice slice : grant.occupied()) {
        holders.putIfAbsent(slice.node(), grant);
      }
    }
    return holders;
  }

  private @Nullable Double drawn(
      PartitionState state, SortedMap<NodeName, Grant> holders, Collection<NodeRecord> of) {
    double metered = 0;
    boolean any = false;
    int others = 0;
    SortedMap<JobId, Integer> held = new TreeMap<>();
    for (NodeRecord node : of) {
      Double watts = meters.get(node.name());
      Grant holder = holders.get(node.name());
      if (watts != null) {
        metered += watts;
        any = true;
      } else if (node.up() && nodes != null) {
        others++;
        any = true;
        if (holder != null && !suspended.contains(holder.job().job())) {
          held.merge(holder.job().job(), 1, Integer::sum);
        }
      }
    }
    List<WattsNow.Load> loads = new ArrayList<>(held.size());
    held.forEach((job, count) -> {
      Grant grant = Objects.requireNonNull(state.grants().get(job));
      loads.add(new WattsNow.Load(count, nodeWatts(grant.job())));
    });
    double idle = nodes == null ? 0 : nodes.idleWatts();
    return any ? (Double) WattsNow.sum(metered, others, idle, loads) : null;
  }

  /** True when the meters of all nodes tell something. */
  boolean metersAll(PartitionState state) {
    return meters.keySet().containsAll(state.nodes().keySet());
  }

  /** What jobs draw by what is known of them, whatever their nodes are limited to. */
  public List<LeverRule.Load> loads(PartitionState state) {
    List<LeverRule.Load> loads = new ArrayList<>();
    for (Grant grant : state.grants().values()) {
      loads.add(
          new LeverRule.Load(grant.job().job(), grant.occupied().size(), nodeWatts(grant.job())));
    }
    return loads;
  }

  private double nodeWatts(QueuedJob job) {
    Watts known = known(job);
    Watts watts = known != null || nodes == null ? known : nodes.assumed();
    return watts == null ? 0 : watts.middle().high();
  }

  /** Watts once the resizes that are on their way are done; null when that cannot be told. */
  public @Nullable Double forecast(PartitionState state) {
    Double drawn = drawn(state);
    NodeWatts configured = nodes;
    if (drawn == null || configured == null) {
      return drawn;
    }
    double sum = drawn;
    for (Grant grant : state.grants().values()) {
      Sizes sizes = grant.sizes();
      Resize active = sizes.active();
      boolean adds = active != null && active.kind().adds();
      List<Slice> go = active == null || adds ? List.of() : active.slices();
      double change = nodeWatts(grant.job()) - configured.idleWatts();
      for (Slice slice : go) {
        sum -= above(slice.node(), change);
      }
      for (Slice slice : adds ? sizes.tentative() : List.<Slice>of()) {
        sum += change - above(slice.node(), change);
      }
      for (Sizes.Leaving leaving : sizes.leaving()) {
        sum -= above(leaving.slice().node(), change);
      }
    }
    return sum;
  }

  /** Watts above an idle node's that a node of a job is counted with in {@link #drawn}. */
  private double above(NodeName node, double estimated) {
    Double metered = meters.get(node);
    return metered == null || nodes == null ? estimated : metered - nodes.idleWatts();
  }
}
