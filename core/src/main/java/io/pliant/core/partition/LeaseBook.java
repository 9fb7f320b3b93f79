package io.pliant.core.partition;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.NodeName;
import io.pliant.core.lease.BorrowedNodes;
import io.pliant.core.lease.BorrowerState;
import io.pliant.core.lease.LeaseChange;
import io.pliant.core.lease.LeaseId;
import io.pliant.core.lease.LenderState;
import io.pliant.core.resource.Slice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a ledger remembers of leases.
 *
 * @param lender what it has lent; without offers, which are no part of a ledger
 * @param borrower what its jobs have of others, and which numbers were used; without collections
 * @param slices the nodes that are lent, as much of them as there was
 */
public record LeaseBook(
    LenderState lender, BorrowerState borrower, SortedMap<NodeName, Slice> slices) {
  /** Of a ledger that never lent or borrowed. */
  public static final LeaseBook NONE =
      new LeaseBook(LenderState.none(), BorrowerState.none(), Collections.emptySortedMap());

  public LeaseBook {
    slices = Collections.unmodifiableSortedMap(new TreeMap<>(slices));
  }

  /**
   * The same in plain lists, as it is stored in a snapshot; what is borrowed stands in the grants.
   *
   * @param numbersBelow numbers of leases that may be in use
   */
  public record Stored(long numbersBelow, List<Lent> lent) {
    public Stored {
      lent = List.copyOf(lent);
    }
  }

  /**
   * Nodes that an attempt has under a lease.
   *
   * @param growth as in {@link PartitionEvent.NodesLent}
   */
  public record Lent(
      LeaseId lease, AttemptId tenant, List<Slice> slices, Instant end, @Nullable Boolean growth) {
    public Lent {
      slices = List.copyOf(slices);
    }

    /** True when the attempt runs without them, too, and may be asked to give them back. */
    public boolean isGrowth() {
      return growth != null && growth;
    }
  }

  /** True when nothing is lent and nothing borrowed. */
  public boolean isEmpty() {
    return lender.lent().isEmpty() && borrower.borrowed().isEmpty();
  }

  /** Attempts that have nodes of this partition, those of its own jobs among them. */
  public List<Lent> lent() {
    List<Lent> all = new ArrayList<>();
    lender.lent().forEach((lease, loan) -> all.add(lent(lease, loan)));
    return all;
  }

  /** What is lent under a lease, or null. */
  public @Nullable Lent lent(LeaseId lease) {
    LenderState.Loan loan = lender.lent().get(lease);
    return loan == null ? null : lent(lease, loan);
  }

  private Lent lent(LeaseId lease, LenderState.Loan loan) {
    Boolean growth = loan.growth() ? Boolean.TRUE : null;
    return new Lent(lease, loan.tenant(), slicesOf(loan), loan.end(), growth);
  }

  private List<Slice> slicesOf(LenderState.Loan loan) {
    List<Slice> known = new ArrayList<>();
    for (NodeName node : loan.nodes()) {
      Slice slice = slices.get(node);
      if (slice != null) {
        known.add(slice);
      }
    }
    return known;
  }

  /** All that is lent to an attempt: it may have grown more than once. */
  List<Slice> lentTo(AttemptId tenant) {
    List<Slice> all = new ArrayList<>();
    for (LenderState.Loan loan : lender.lent().values()) {
      if (loan.tenant().equals(tenant)) {
        all.addAll(slicesOf(loan));
      }
    }
    return all;
  }

  /** True when an attempt has that node. */
  public boolean holds(NodeName node, AttemptId tenant) {
    return slices.containsKey(node)
        && lender.lent().values().stream()
            .anyMatch(loan -> loan.tenant().equals(tenant) && loan.nodes().contains(node));
  }

  LeaseBook lent(PartitionEvent.NodesLent event) {
    TreeMap<NodeName, Slice> all = new TreeMap<>(slices);
    TreeSet<NodeName> nodes = new TreeSet<>();
    for (Slice slice : event.slices()) {
      all.put(slice.node(), slice);
      nodes.add(slice.node());
    }
    LeaseChange change =
        new LeaseChange.NodesLent(
            event.lease(),
            event.tenant(),
            nodes,
            event.end(),
            event.growth() != null && event.growth());
    return new LeaseBook(lender.after(change), borrower, all);
  }

  LeaseBook returned(PartitionEvent.NodesReturned event) {
    TreeMap<NodeName, Slice> all = new TreeMap<>(slices);
    event.nodes().forEach(all::remove);
    LeaseChange change = new LeaseChange.NodesReturned(event.lease(), new TreeSet<>(event.nodes()));
    return new LeaseBook(lender.after(change), borrower, all);
  }

  LeaseBook numbersUsed(PartitionEvent.LeaseNumbersUsed event) {
    return with(borrower.after(new LeaseChange.NumbersUsed(event.below())));
  }

  /** A job runs on borrowed nodes; on its own alone, nothing. */
  LeaseBook borrowed(AttemptId tenant, @Nullable BorrowedNodes nodes) {
    return nodes == null
        ? this
        : with(
            borrower.after(new LeaseChange.NodesBorrowed(nodes.lease(), tenant, nodes.byLender())));
  }

  /** A job has left these nodes. */
  LeaseBook givenBack(List<BorrowedNodes> loans) {
    BorrowerState after = borrower;
    for (BorrowedNodes nodes : loans) {
      for (BorrowedNodes.Part part : nodes.parts()) {
        after =
            after.after(
                new LeaseChange.NodesGivenBack(
                    nodes.lease(), part.lender(), new TreeSet<>(part.nodes())));
      }
    }
    return after == borrower ? this : with(after);
  }

  private LeaseBook with(BorrowerState now) {
    return new LeaseBook(lender, now, slices);
  }

  /** As it is stored, or null for nothing. */
  @Nullable Stored stored() {
    return borrower.numbersBelow() == 0 && lender.lent().isEmpty()
        ? null
        : new Stored(borrower.numbersBelow(), lent());
  }

  /** What was stored, with what grants say. */
  static LeaseBook of(@Nullable Stored stored, Collection<Grant> grants) {
    LeaseBook book = NONE;
    if (stored == null) {
      return book;
    }
    book =
        book.numbersUsed(new PartitionEvent.LeaseNumbersUsed(stored.numbersBelow(), Instant.MIN));
    for (Lent lent : stored.lent()) {
      book =
          book.lent(
              new PartitionEvent.NodesLent(
                  lent.lease(),
                  lent.tenant(),
                  lent.slices(),
                  lent.end(),
                  Instant.MIN,
                  lent.growth()));
    }
    for (Grant grant : grants) {
      for (BorrowedNodes loan : grant.loans()) {
        book = book.borrowed(grant.job().attemptId(), loan);
      }
    }
    return book;
  }
}
