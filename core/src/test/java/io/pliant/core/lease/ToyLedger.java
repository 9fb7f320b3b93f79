package io.pliant.core.lease;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A partition: what is durable, and who decides from it.
 *
 * @param journal of the partition; a write of one who does not know its end fails
 * @param ghost a controller before this one that does not know that it was replaced
 */
record ToyLedger(
    PartitionName name,
    SortedSet<NodeName> nodes,
    List<Entry> journal,
    Mind mind,
    @Nullable Mind ghost) {
  /** What is written to the journal. */
  sealed interface Entry {
    record OfLease(LeaseChange event) implements Entry {}

    record LocalStart(NodeName node) implements Entry {}

    record LocalEnd(NodeName node) implements Entry {}
  }

  /**
   * A controller of the partition.
   *
   * @param known entries of the journal that it knows
   */
  record Mind(int known, LenderState lender, BorrowerState borrower, SortedSet<NodeName> busy) {
    SortedSet<NodeName> idle(SortedSet<NodeName> nodes) {
      TreeSet<NodeName> idle = new TreeSet<>(nodes);
      idle.removeAll(busy);
      idle.removeAll(lender.away());
      return idle;
    }

    private Mind after(Entry entry) {
      TreeSet<NodeName> local = new TreeSet<>(busy);
      switch (entry) {
        case Entry.OfLease e -> {
          return new Mind(known + 1, lender.after(e.event()), borrower.after(e.event()), busy);
        }
        case Entry.LocalStart e -> local.add(e.node());
        case Entry.LocalEnd e -> local.remove(e.node());
      }
      return new Mind(known + 1, lender, borrower, local);
    }
  }

  static ToyLedger of(String name, String... nodes) {
    return new ToyLedger(
        new PartitionName(name), TestNodes.nodes(nodes), List.of(), recovered(List.of()), null);
  }

  /** What a new controller knows of a journal. */
  static Mind recovered(List<Entry> journal) {
    Mind mind = new Mind(0, LenderState.none(), BorrowerState.none(), new TreeSet<>());
    for (Entry entry : journal) {
      mind = mind.after(entry);
    }
    return new Mind(mind.known(), mind.lender(), mind.borrower().recovered(), mind.busy());
  }

  /** The controller is gone; another one takes over. */
  ToyLedger dying() {
    return new ToyLedger(name, nodes, journal, recovered(journal), ghost);
  }

  /** Another controller takes over, and the one before lives on without knowing. */
  ToyLedger replaced() {
    return new ToyLedger(name, nodes, journal, recovered(journal), mind);
  }

  /** After a decision of a controller; null when its write failed, and then it is gone. */
  @Nullable ToyLedger written(boolean byGhost, Mind thought, List<Entry> entries) {
    if (!entries.isEmpty() && thought.known() != journal.size()) {
      return null;
    }
    List<Entry> all = new ArrayList<>(journal);
    all.addAll(entries);
    Mind now =
        new Mind(
            thought.known() + entries.size(),
            thought.lender(),
            thought.borrower(),
            entries.stream().allMatch(Entry.OfLease.class::isInstance)
                ? thought.busy()
                : recovered(all).busy());
    return byGhost
        ? new ToyLedger(name, nodes, all, mind, now)
        : new ToyLedger(name, nodes, all, now, ghost);
  }

  /** Without the one that was replaced. */
  ToyLedger withoutGhost() {
    return new ToyLedger(name, nodes, journal, mind, null);
  }
}
