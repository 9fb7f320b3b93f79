package io.pliant.core.lease;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.NodeName;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a partition has lent and offers.
 *
 * @param lent durable
 * @param offers of this controller alone; the next one knows none of them, and refuses to lend them
 */
public record LenderState(SortedMap<LeaseId, Loan> lent, SortedMap<LeaseId, Offer> offers) {
  /**
   * Nodes that an attempt has.
   *
   * @param end by its limit it gives them back then
   * @param growth it runs without them, too, and may be asked to give them back
   */
  public record Loan(AttemptId tenant, SortedSet<NodeName> nodes, Instant end, boolean growth) {}

  /**
   * Nodes that are kept for one who collects.
   *
   * @param tenant that is to have them
   * @param wanted at most so many nodes
   * @param until the offer ends by itself
   * @param end the job that gets them ends then at the latest
   * @param coming so many more it was told to expect
   */
  public record Offer(
      Rank rank,
      AttemptId tenant,
      int wanted,
      Instant until,
      Instant end,
      SortedSet<NodeName> nodes,
      int coming) {
    Offer keeping(SortedSet<NodeName> all) {
      return new Offer(rank, tenant, wanted, until, end, all, coming);
    }

    Offer expecting(int more) {
      return new Offer(rank, tenant, wanted, until, end, nodes, more);
    }
  }

  public LenderState {
    lent = Collections.unmodifiableSortedMap(new TreeMap<>(lent));
    offers = Collections.unmodifiableSortedMap(new TreeMap<>(offers));
  }

  /** Nothing lent, nothing offered. */
  public static LenderState none() {
    return new LenderState(Collections.emptySortedMap(), Collections.emptySortedMap());
  }

  /** The state after an event; one of a borrower's changes nothing. */
  public LenderState after(LeaseChange event) {
    TreeMap<LeaseId, Loan> loans = new TreeMap<>(lent);
    switch (event) {
      case LeaseChange.NodesLent e ->
          loans.put(e.lease(), new Loan(e.tenant(), e.nodes(), e.end(), e.growth()));
      case LeaseChange.NodesReturned e -> {
        Loan loan = loans.get(e.lease());
        if (loan != null) {
          TreeSet<NodeName> left = new TreeSet<>(loan.nodes());
          left.removeAll(e.nodes());
          if (left.isEmpty()) {
            loans.remove(e.lease());
          } else {
            loans.put(e.lease(), new Loan(loan.tenant(), left, loan.end(), loan.growth()));
          }
        }
      }
      case LeaseChange.NumbersUsed _,
          LeaseChange.NodesBorrowed _,
          LeaseChange.NodesGivenBack _,
          LeaseChange.LeaseDisowned _ -> {
        return this;
      }
    }
    return new LenderState(loans, offers);
  }

  /** With an offer instead of the one that there was. */
  LenderState offering(LeaseId lease, Offer offer) {
    TreeMap<LeaseId, Offer> all = new TreeMap<>(offers);
    all.put(lease, offer);
    return new LenderState(lent, all);
  }

  LenderState withoutOffer(LeaseId lease) {
    TreeMap<LeaseId, Offer> all = new TreeMap<>(offers);
    all.remove(lease);
    return new LenderState(lent, all);
  }

  /** Nodes that are kept for those who collect, and so are nobody else's now. */
  public SortedSet<NodeName> offered() {
    TreeSet<NodeName> nodes = new TreeSet<>();
    offers.values().forEach(offer -> nodes.addAll(offer.nodes()));
    return nodes;
  }

  /** Nodes that jobs of other partitions have. */
  public SortedSet<NodeName> away() {
    TreeSet<NodeName> nodes = new TreeSet<>();
    lent.values().forEach(loan -> nodes.addAll(loan.nodes()));
    return nodes;
  }
}
