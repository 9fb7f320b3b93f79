package io.pliant.core.lease;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a partition has borrowed, collects and owes.
 *
 * @param numbersBelow durable: the numbers of leases that were given out, or may have been
 * @param borrowed durable: nodes of jobs that run, by lease and lender
 * @param first number that this controller gave out, or would; those below are of controllers
 *     before it
 * @param next number to give out
 * @param collections of this controller alone
 * @param owed what was given back and not yet taken back; of this controller alone, since a lender
 *     asks about what it misses
 */
public record BorrowerState(
    long numbersBelow,
    SortedMap<LeaseId, Loan> borrowed,
    long first,
    long next,
    SortedMap<LeaseId, Collection> collections,
    SortedMap<LeaseId, SortedMap<PartitionName, SortedSet<NodeName>>> owed) {
  /** Nodes of lenders on which a job runs. */
  public record Loan(AttemptId tenant, SortedMap<PartitionName, SortedSet<NodeName>> nodes) {}

  /** How far a collection has come with one lender. */
  public enum Stage {
    /** It was asked and has not answered. */
    ASKED,
    /** What it offered so far is kept for us. */
    OFFERED,
    /** Its offer was taken, and it has not confirmed that yet. */
    TAKEN,
    /** Its nodes are lent. */
    LENT
  }

  /**
   * What one lender has for a collection.
   *
   * @param coming so many more may come, which it has recalled from others
   */
  public record Part(Stage stage, SortedSet<NodeName> nodes, int coming) {}

  /**
   * Nodes that are being collected for a job: all in time, or none.
   *
   * @param attempt of the job of that rank
   * @param need nodes that the job starts on
   * @param until it is given up then
   * @param taking enough was offered and is being taken; nothing is waited for but answers
   */
  public record Collection(
      Rank rank,
      int attempt,
      int need,
      Instant until,
      boolean taking,
      SortedMap<PartitionName, Part> parts) {
    /** The attempt that it is for. */
    public AttemptId tenant() {
      return new AttemptId(rank.job(), attempt);
    }

    Collection with(PartitionName lender, Part part) {
      TreeMap<PartitionName, Part> all = new TreeMap<>(parts);
      all.put(lender, part);
      return new Collection(rank, attempt, need, until, taking, all);
    }

    Collection without(PartitionName lender) {
      TreeMap<PartitionName, Part> all = new TreeMap<>(parts);
      all.remove(lender);
      return new Collection(rank, attempt, need, until, taking, all);
    }

    /** Nodes that are offered so far. */
    public int offered() {
      return parts.values().stream().mapToInt(part -> part.nodes().size()).sum();
    }

    /** All have answered, and together they have too few: to wait would be to hold in vain. */
    boolean inVain() {
      return parts.values().stream().noneMatch(part -> part.stage() == Stage.ASKED)
          && offered() + parts.values().stream().mapToInt(Part::coming).sum() < need;
    }
  }

  public BorrowerState {
    borrowed = Collections.unmodifiableSortedMap(new TreeMap<>(borrowed));
    collections = Collections.unmodifiableSortedMap(new TreeMap<>(collections));
    owed = Collections.unmodifiableSortedMap(new TreeMap<>(owed));
  }

  /** Of a ledger that never borrowed. */
  public static BorrowerState none() {
    return new BorrowerState(
        0,
        Collections.emptySortedMap(),
        0,
        0,
        Collections.emptySortedMap(),
        Collections.emptySortedMap());
  }

  /** The state after an event; one of a lender's changes nothing. */
  public BorrowerState after(LeaseChange event) {
    return switch (event) {
      case LeaseChange.NumbersUsed e ->
          new BorrowerState(e.below(), borrowed, first, next, collections, owed);
      case LeaseChange.NodesBorrowed e -> {
        TreeMap<LeaseId, Loan> loans = new TreeMap<>(borrowed);
        loans.put(e.lease(), new Loan(e.tenant(), e.nodes()));
        yield new BorrowerState(numbersBelow, loans, first, next, collections, owed);
      }
      case LeaseChange.NodesGivenBack e -> {
        TreeMap<LeaseId, Loan> loans = new TreeMap<>(borrowed);
        Loan loan = loans.remove(e.lease());
        if (loan != null) {
          SortedMap<PartitionName, SortedSet<NodeName>> left =
              without(loan.nodes(), e.lender(), e.nodes());
          if (!left.isEmpty()) {
            loans.put(e.lease(), new Loan(loan.tenant(), left));
          }
        }
        yield new BorrowerState(numbersBelow, loans, first, next, collections, owed);
      }
      case LeaseChange.LeaseDisowned _, LeaseChange.NodesLent _, LeaseChange.NodesReturned _ ->
          this;
    };
  }

  /** As the next controller finds it: what is durable, and numbers that nobody used. */
  public BorrowerState recovered() {
    return new BorrowerState(
        numbersBelow,
        borrowed,
        numbersBelow,
        numbersBelow,
        Collections.emptySortedMap(),
        Collections.emptySortedMap());
  }

  BorrowerState numbered(long number) {
    return new BorrowerState(numbersBelow, borrowed, first, number, collections, owed);
  }

  BorrowerState collecting(LeaseId lease, Collection collection) {
    TreeMap<LeaseId, Collection> all = new TreeMap<>(collections);
    all.put(lease, collection);
    return new BorrowerState(numbersBelow, borrowed, first, next, all, owed);
  }

  BorrowerState withoutCollection(LeaseId lease) {
    TreeMap<LeaseId, Collection> all = new TreeMap<>(collections);
    all.remove(lease);
    return new BorrowerState(numbersBelow, borrowed, first, next, all, owed);
  }

  BorrowerState owing(LeaseId lease, PartitionName lender, SortedSet<NodeName> nodes) {
    TreeMap<LeaseId, SortedMap<PartitionName, SortedSet<NodeName>>> all = new TreeMap<>(owed);
    TreeMap<PartitionName, SortedSet<NodeName>> ofLease =
        new TreeMap<>(all.getOrDefault(lease, Collections.emptySortedMap()));
    TreeSet<NodeName> more =
        new TreeSet<>(ofLease.getOrDefault(lender, Collections.emptySortedSet()));
    more.addAll(nodes);
    ofLease.put(lender, more);
    all.put(lease, ofLease);
    return new BorrowerState(numbersBelow, borrowed, first, next, collections, all);
  }

  BorrowerState takenBack(LeaseId lease, PartitionName lender, SortedSet<NodeName> nodes) {
    TreeMap<LeaseId, SortedMap<PartitionName, SortedSet<NodeName>>> all = new TreeMap<>(owed);
    SortedMap<PartitionName, SortedSet<NodeName>> ofLease = all.remove(lease);
    if (ofLease == null) {
      return this;
    }
    SortedMap<PartitionName, SortedSet<NodeName>> left = without(ofLease, lender, nodes);
    if (!left.isEmpty()) {
      all.put(lease, left);
    }
    return new BorrowerState(numbersBelow, borrowed, first, next, collections, all);
  }

  private static SortedMap<PartitionName, SortedSet<NodeName>> without(
      SortedMap<PartitionName, SortedSet<NodeName>> all,
      PartitionName lender,
      SortedSet<NodeName> nodes) {
    TreeMap<PartitionName, SortedSet<NodeName>> left = new TreeMap<>(all);
    TreeSet<NodeName> ofLender =
        new TreeSet<>(left.getOrDefault(lender, Collections.emptySortedSet()));
    ofLender.removeAll(nodes);
    if (ofLender.isEmpty()) {
      left.remove(lender);
    } else {
      left.put(lender, ofLender);
    }
    return left;
  }
}
