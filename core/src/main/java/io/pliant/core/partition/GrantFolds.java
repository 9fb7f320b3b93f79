package io.pliant.core.partition;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Slice;
import java.util.Objects;
import org.pcollections.TreePMap;

/**
 * How starts and ends change a ledger. A job on lent nodes holds nothing of a node by itself: its
 * nodes are in use as long as they are lent, in the ledgers of their lenders.
 */
final class GrantFolds {
  private GrantFolds() {}

  static PartitionState allocated(PartitionState state, PartitionEvent.NodesAllocated event) {
    Long rank = state.ranks().get(event.job());
    if (rank == null) {
      return ArrayRules.started(state, event).with(state.memory().without(event.job()));
    }
    QueuedJob job = Objects.requireNonNull(state.queue().get(rank));
    TreePMap<NodeName, NodeRecord> occupied = state.nodes();
    if (event.borrowed() == null) {
      for (Slice slice : event.allocation().slices()) {
        occupied = occupied.plus(slice.node(), state.node(slice.node()).occupied(slice));
      }
    }
    Grant grant =
        new Grant(
            job,
            rank,
            event.allocation(),
            event.at(),
            null,
            event.reference(),
            null,
            event.borrowed());
    return state
        .with(
            state.term(),
            state.nextRank(),
            occupied,
            state.queue().minus(rank),
            state.ranks().minus(event.job()),
            state.grants().plus(event.job(), grant))
        .with(state.memory().without(event.job()))
        .withLeases(state.leases().borrowed(job.attemptId(), event.borrowed()));
  }

  static PartitionState released(PartitionState state, PartitionEvent.NodesReleased event) {
    Grant grant = state.grants().get(event.job());
    if (grant == null) {
      return state;
    }
    TreePMap<NodeName, NodeRecord> vacated = state.nodes();
    for (Slice slice : grant.own()) {
      vacated = vacated.plus(slice.node(), state.node(slice.node()).vacated(slice));
    }
    PartitionState next =
        state
            .with(
                state.term(),
                state.nextRank(),
                vacated,
                state.queue(),
                state.ranks(),
                state.grants().minus(event.job()))
            .withLoads(state.loads().minus(grant.job()))
            .withLeases(state.leases().givenBack(grant.loans()));
    return ArrayRules.released(
        next.withUsers(RankedQueue.remember(state.users(), grant, event)), grant, event);
  }
}
