package io.pliant.core.lending;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.BorrowedNodes;
import io.pliant.core.lease.LeaseChange;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.placement.Placement;
import io.pliant.core.pool.PoolStanding;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.view.NodeView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Places a job on nodes that are all lent to it, whole. */
final class BorrowedPlace {
  private BorrowedPlace() {}

  /** True while the job waits for nodes, as it stands in the ledger. */
  static boolean wanted(@Nullable QueuedJob job, int attempt, Instant now) {
    Instant earliest = job == null ? null : job.earliest();
    return job != null
        && job.attempt() == attempt
        && !job.held()
        && !job.tooLate(now)
        && !job.waitsForOthers()
        && (earliest == null || !earliest.isAfter(now));
  }

  /**
   * The start of the job on these nodes, or null when they do not hold it.
   *
   * @param capacities of nodes of other partitions
   * @param standings terms of the other partitions, as they were told last
   */
  static PartitionEvent.@Nullable NodesAllocated start(
      PartitionState state,
      LeaseChange.NodesBorrowed lent,
      Map<NodeName, NodeCapacity> capacities,
      Map<PartitionName, PoolStanding> standings,
      Instant now) {
    QueuedJob job = state.waiting(lent.tenant().job());
    List<NodeView> views = views(state, lent, capacities);
    Allocation place =
        job == null ? null : Placement.place(job.resources(), FreeResources.of(views));
    return place == null
        ? null
        : new PartitionEvent.NodesAllocated(
            lent.tenant().job(),
            lent.tenant().attempt(),
            place,
            now,
            null,
            whose(state, lent, standings));
  }

  /** Whose the nodes are, with the terms under which they take orders. */
  static BorrowedNodes whose(
      PartitionState state,
      LeaseChange.NodesBorrowed lent,
      Map<PartitionName, PoolStanding> standings) {
    List<BorrowedNodes.Part> parts = new ArrayList<>();
    lent.nodes()
        .forEach((lender, nodes) -> {
          PoolStanding told = standings.get(lender);
          long term = told == null ? state.term() : told.term();
          parts.add(new BorrowedNodes.Part(lender, term, List.copyOf(nodes)));
        });
    return new BorrowedNodes(lent.lease(), parts);
  }

  /** The nodes, all of them free; without those of which nothing is known. */
  static List<NodeView> views(
      PartitionState state,
      LeaseChange.NodesBorrowed lent,
      Map<NodeName, NodeCapacity> capacities) {
    TreeMap<NodeName, NodeView> views = new TreeMap<>();
    for (SortedSet<NodeName> nodes : lent.nodes().values()) {
      for (NodeName node : nodes) {
        NodeRecord own = state.nodes().get(node);
        NodeCapacity capacity = own == null ? capacities.get(node) : own.capacity();
        if (capacity != null) {
          views.put(node, NodeView.of(node, capacity, capacity.resources(), 0, true));
        }
      }
    }
    return List.copyOf(views.values());
  }
}
