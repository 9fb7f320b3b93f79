package io.pliant.core.lease;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.time.Instant;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What a ledger is to remember of leases. Offers and collections are not: a crash ends them. The
 * events of a partition say the same in the words of its journal.
 */
public sealed interface LeaseChange {
  /**
   * Of a lender's ledger: these nodes are the attempt's until they are returned.
   *
   * @param end by its limit it gives them back then
   * @param growth the attempt runs without them, too
   */
  record NodesLent(
      LeaseId lease, AttemptId tenant, SortedSet<NodeName> nodes, Instant end, boolean growth)
      implements LeaseChange {}

  /** Of a lender's ledger: these nodes are its own again. */
  record NodesReturned(LeaseId lease, SortedSet<NodeName> nodes) implements LeaseChange {}

  /** Of a borrower's ledger: its next controller gives no lease a number below this one. */
  record NumbersUsed(long below) implements LeaseChange {}

  /** Of a borrower's ledger: all that the job needs is lent, and the job starts on it. */
  record NodesBorrowed(
      LeaseId lease, AttemptId tenant, SortedMap<PartitionName, SortedSet<NodeName>> nodes)
      implements LeaseChange {}

  /** Of a borrower's ledger: the job has left these nodes of that lender. */
  record NodesGivenBack(LeaseId lease, PartitionName lender, SortedSet<NodeName> nodes)
      implements LeaseChange {}

  /**
   * Of a borrower's ledger: nobody holds this lease of a controller before this one. Written before
   * it is told, so that one that only seems dead can no longer start a job on it.
   */
  record LeaseDisowned(LeaseId lease) implements LeaseChange {}
}
