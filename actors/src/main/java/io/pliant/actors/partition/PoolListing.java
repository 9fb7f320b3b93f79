package io.pliant.actors.partition;

import io.pliant.api.PoolEntry;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.BorrowedNodes;
import io.pliant.core.lending.Tried;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.LeaseBook;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.plan.PoolWait;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.pool.PoolSettings;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Read-only answers of a partition about its pool. */
record PoolListing(PartitionState state, PoolDesk desk, @Nullable PoolSettings pool) {
  /** What it has lent and borrowed, or null for a partition of no pool. */
  @Nullable PoolEntry entry() {
    PoolSettings its = pool;
    if (its == null) {
      return null;
    }
    TreeMap<PartitionName, Integer> lent = new TreeMap<>();
    for (LeaseBook.Lent each : state.leases().lent()) {
      if (!ofItself(each)) {
        lent.merge(each.lease().borrower(), each.slices().size(), Integer::sum);
      }
    }
    TreeMap<PartitionName, Integer> borrowed = new TreeMap<>();
    for (Grant grant : state.grants().values()) {
      for (BorrowedNodes nodes : grant.loans()) {
        nodes
            .ofOthers()
            .forEach(part -> borrowed.merge(part.lender(), part.nodes().size(), Integer::sum));
      }
    }
    return new PoolEntry(
        its.name(), lent, borrowed, desk.offered(), desk.collecting(), desk.words());
  }

  /** To whom a node is lent, in a clause; empty when it is not. */
  String lent(NodeName node) {
    for (LeaseBook.Lent each : state.leases().lent()) {
      if (!ofItself(each) && each.slices().stream().anyMatch(s -> s.node().equals(node))) {
        return "lent to partition " + each.lease().borrower();
      }
    }
    return "";
  }

  private boolean ofItself(LeaseBook.Lent lent) {
    return lent.lease().borrower().equals(state.name());
  }

  /**
   * Why a job waits, with what was tried in the pool; what the home alone can never hold is no
   * reason then.
   */
  List<WaitReason> reasons(JobId job, List<WaitReason> known) {
    Tried tried = desk.tried(job);
    PoolSettings its = pool;
    if (tried == null || its == null) {
      return known;
    }
    PoolWait asked =
        new PoolWait(
            its.name(),
            tried.need(),
            tried.at(),
            tried.asked(),
            tried.offered(),
            tried.collecting());
    return Stream.concat(
            known.stream()
                .filter(reason ->
                    !(reason instanceof WaitReason.Infeasible)
                        && !(reason instanceof WaitReason.NodesUnavailable)),
            Stream.of(asked))
        .toList();
  }
}
