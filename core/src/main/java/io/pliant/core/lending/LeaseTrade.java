package io.pliant.core.lending;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.BorrowerState;
import io.pliant.core.lease.Borrowing;
import io.pliant.core.lease.LeaseChange;
import io.pliant.core.lease.LeaseId;
import io.pliant.core.lease.LeaseMessage;
import io.pliant.core.lease.LenderState;
import io.pliant.core.lease.Lending;
import io.pliant.core.lease.Letter;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.GrowthRules;
import io.pliant.core.partition.LeaseRules;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.pool.NodeNeed;
import io.pliant.core.pool.PoolStanding;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a partition offers, lends, collects and borrows now; the letters of leases go in, and what
 * follows is written and sent.
 */
final class LeaseTrade {
  private static final int MOST_OFFERS = 1_000;

  private final PartitionName self;
  private final boolean pooled;
  private final PoolEyes eyes;
  private final TreeMap<NodeName, NodeCapacity> capacities = new TreeMap<>();
  private SortedMap<LeaseId, LenderState.Offer> offers = Collections.emptySortedMap();
  private @Nullable BorrowerState mind;

  /** What it must know besides. */
  interface PoolEyes {
    /** What is promised of the nodes here. */
    HeadGuard guard(PartitionState state, Instant now);

    /** How the others stand. */
    SortedMap<PartitionName, PoolStanding> others();

    /** What an attempt that runs is collected for, or null when that is wanted no more. */
    GrowthRules.@Nullable Wanted growing(PartitionState state, AttemptId attempt);

    /** A job grows onto what was collected. */
    void grown(JobId job);

    /** Nodes here are lent to a job now. */
    void lent(JobId job, int nodes, Deal deal);

    /** A collection for a job was given up; these letters say what it had. */
    void failed(JobId job, BorrowerState before, List<Letter> letters, Instant now);
  }

  /**
   * @param pooled false when it is in no pool any more: then it offers nothing
   */
  LeaseTrade(PartitionName self, boolean pooled, PoolEyes eyes) {
    this.self = self;
    this.pooled = pooled;
    this.eyes = eyes;
  }

  /** True when there is something that time may end. */
  boolean active() {
    return mind != null || !offers.isEmpty();
  }

  /** Jobs for which nodes are being collected. */
  int collections() {
    return mind == null ? 0 : mind.collections().size();
  }

  /** Idle nodes that are kept for somebody who collects. */
  SortedSet<NodeName> offered() {
    return new LenderState(Collections.emptySortedMap(), offers).offered();
  }

  private LenderState lender(Deal deal) {
    return new LenderState(deal.state().leases().lender().lent(), offers);
  }

  BorrowerState borrower(Deal deal) {
    BorrowerState durable = deal.state().leases().borrower();
    BorrowerState now = mind == null ? durable.recovered() : mind;
    return new BorrowerState(
        durable.numbersBelow(),
        durable.borrowed(),
        now.first(),
        now.next(),
        now.collections(),
        now.owed());
  }

  /** A job has let go of borrowed nodes, in this write. */
  void giveBackLeft(PartitionState before, Deal deal) {
    SortedMap<LeaseId, BorrowerState.Loan> had = before.leases().borrower().borrowed();
    SortedMap<LeaseId, BorrowerState.Loan> has = deal.state().leases().borrower().borrowed();
    if (had.equals(has)) {
      return;
    }
    had.forEach((lease, loan) ->
        loan.nodes()
            .forEach((lender, nodes) -> {
              TreeSet<NodeName> left = new TreeSet<>(nodes);
              BorrowerState.Loan still = has.get(lease);
              if (still != null) {
                left.removeAll(still.nodes().getOrDefault(lender, Collections.emptySortedSet()));
              }
              giveBack(lease, loan, lender, left, deal);
            }));
  }

  private void giveBack(
      LeaseId lease,
      BorrowerState.Loan loan,
      PartitionName lender,
      SortedSet<NodeName> left,
      Deal deal) {
    if (left.isEmpty()) {
      return;
    }
    BorrowerState now = borrower(deal);
    TreeMap<LeaseId, BorrowerState.Loan> had = new TreeMap<>(now.borrowed());
    had.put(lease, loan);
    BorrowerState with =
        new BorrowerState(
            now.numbersBelow(), had, now.first(), now.next(), now.collections(), now.owed());
    Borrowing.Outcome given = Borrowing.giveBack(with, lease, lender, left);
    mind = given.state(); // the ledger says it already
    deal.send(given.letters());
  }

  /** Collections of jobs that have started, are gone or are held. */
  void dropUnwanted(Deal deal) {
    borrower(deal)
        .collections()
        .forEach((lease, collection) -> {
          QueuedJob job = deal.state().waiting(collection.rank().job());
          boolean wanted =
              collection.rank().isGrowth()
                  ? eyes.growing(deal.state(), collection.tenant()) != null
                  : BorrowedPlace.wanted(job, collection.attempt(), deal.now());
          if (!wanted) {
            borrow(Borrowing.cancel(borrower(deal), lease), deal);
          }
        });
  }

  /** Takes in a letter of another partition. */
  void take(PoolWord.OfLease word, Deal deal) {
    for (PoolWord.NodesLike alike : word.capacities()) {
      alike.nodes().forEach(node -> capacities.put(node, alike.capacity()));
    }
    take(word.from(), word.message(), deal);
  }

  void take(PartitionName from, LeaseMessage message, Deal deal) {
    switch (message) {
      case LeaseMessage.ToLender asked -> {
        boolean room = offers.size() < MOST_OFFERS || !(asked instanceof LeaseMessage.Ask);
        boolean serves = pooled || !(asked instanceof LeaseMessage.Ask);
        if (room && serves) {
          lend(Lending.receive(lender(deal), asked, sight(deal)), deal);
        } else {
          deal.send(List.of(new Letter(self, from, new LeaseMessage.Lapsed(message.lease()))));
        }
      }
      case LeaseMessage.ToBorrower told -> {
        BorrowerState now = borrower(deal);
        Borrowing.Outcome outcome = Borrowing.receive(now, from, fitting(now, told, deal));
        borrow(starts(outcome, deal) ? outcome : Borrowing.cancel(now, told.lease()), deal);
      }
    }
  }

  /** An offer without the nodes that are too small for the job. */
  private LeaseMessage.ToBorrower fitting(
      BorrowerState now, LeaseMessage.ToBorrower told, Deal deal) {
    BorrowerState.Collection collection = now.collections().get(told.lease());
    ResourceRequest request = collection == null ? null : request(collection, deal);
    if (!(told instanceof LeaseMessage.Offered offered) || collection == null || request == null) {
      return told;
    }
    int tasks = Math.ceilDiv(request.tasks(), collection.need());
    NodeNeed need = new NodeNeed(collection.need(), tasks);
    TreeSet<NodeName> fit = new TreeSet<>();
    for (NodeName node : offered.nodes()) {
      NodeRecord own = deal.state().nodes().get(node);
      NodeCapacity capacity = own == null ? capacities.get(node) : own.capacity();
      if (capacity != null && need.fits(request, capacity)) {
        fit.add(node);
      }
    }
    return new LeaseMessage.Offered(offered.lease(), fit, offered.coming());
  }

  /** What is to be placed on all the nodes of a collection, or null when nothing is any more. */
  private static @Nullable ResourceRequest request(BorrowerState.Collection collection, Deal deal) {
    QueuedJob job = deal.state().waiting(collection.rank().job());
    if (job != null) {
      return job.resources();
    }
    Grant grant = GrowthRules.grant(deal.state(), collection.tenant());
    return grant == null ? null : grant.job().resources().onFurther(collection.need());
  }

  /** False when the job whose nodes are all lent now cannot run on them. */
  private boolean starts(Borrowing.Outcome outcome, Deal deal) {
    for (LeaseChange event : outcome.events()) {
      if (event instanceof LeaseChange.NodesBorrowed lent) {
        return start(lent, deal) != null;
      }
    }
    return true;
  }

  /** The start of a job that waits, or the growth of one that runs; null when it is not wanted. */
  private @Nullable PartitionEvent start(LeaseChange.NodesBorrowed lent, Deal deal) {
    PartitionState state = deal.state();
    GrowthRules.Wanted growing = eyes.growing(state, lent.tenant());
    if (growing != null) {
      return GrowthRules.begin(
          state,
          growing,
          BorrowedPlace.whose(state, lent, eyes.others()),
          BorrowedPlace.views(state, lent, capacities),
          deal.now());
    }
    QueuedJob job = state.waiting(lent.tenant().job());
    return BorrowedPlace.wanted(job, lent.tenant().attempt(), deal.now())
        ? BorrowedPlace.start(state, lent, capacities, eyes.others(), deal.now())
        : null;
  }

  private void lend(Lending.Outcome outcome, Deal deal) {
    TreeSet<NodeName> kept = new TreeSet<>(offered());
    offers = outcome.state().offers();
    for (LeaseChange event : outcome.events()) {
      switch (event) {
        case LeaseChange.NodesLent e -> {
          deal.apply(
              new PartitionEvent.NodesLent(
                  e.lease(),
                  e.tenant(),
                  whole(e.nodes(), deal),
                  e.end(),
                  deal.now(),
                  e.growth() ? Boolean.TRUE : null));
          eyes.lent(e.tenant().job(), e.nodes().size(), deal);
        }
        case LeaseChange.NodesReturned e ->
            deal.apply(
                new PartitionEvent.NodesReturned(e.lease(), List.copyOf(e.nodes()), deal.now()));
        case LeaseChange.NumbersUsed _,
            LeaseChange.NodesBorrowed _,
            LeaseChange.NodesGivenBack _,
            LeaseChange.LeaseDisowned _ ->
            throw new IllegalStateException("Expected an event of a lender, but got " + event);
      }
    }
    kept.removeAll(offered());
    if (!Collections.disjoint(kept, LeaseRules.idle(deal.state(), deal.now()))) {
      deal.wantRound(); // the last one saw them in use
    }
    deal.send(outcome.letters());
  }

  private static List<Slice> whole(SortedSet<NodeName> nodes, Deal deal) {
    return nodes.stream()
        .map(node -> LeaseRules.whole(Objects.requireNonNull(deal.state().nodes().get(node))))
        .toList();
  }

  private void borrow(Borrowing.Outcome outcome, Deal deal) {
    BorrowerState before = borrower(deal);
    for (LeaseChange event : outcome.events()) {
      switch (event) {
        case LeaseChange.NumbersUsed e ->
            deal.apply(new PartitionEvent.LeaseNumbersUsed(e.below(), deal.now()));
        case LeaseChange.LeaseDisowned e ->
            deal.apply(new PartitionEvent.LeaseDisowned(e.lease(), deal.now()));
        case LeaseChange.NodesBorrowed e -> {
          PartitionEvent begins = Objects.requireNonNull(start(e, deal), "looked at before");
          deal.apply(begins);
          if (begins instanceof PartitionEvent.ResizeBegun) {
            eyes.grown(e.tenant().job());
          }
        }
        case LeaseChange.NodesGivenBack _, LeaseChange.NodesLent _, LeaseChange.NodesReturned _ ->
            throw new IllegalStateException("Expected an event of a borrower, but got " + event);
      }
    }
    mind = outcome.state();
    deal.send(outcome.letters());
    for (JobId job : outcome.failed()) {
      eyes.failed(job, before, outcome.letters(), deal.now());
    }
  }

  /** Begins to collect. */
  void begin(Borrowing.Wish wish, Deal deal) {
    borrow(Borrowing.begin(borrower(deal), self, wish), deal);
  }

  /** Offers and collections whose time is over end. */
  void passTime(Deal deal) {
    lend(Lending.lapse(lender(deal), sight(deal)), deal);
    borrow(Borrowing.expire(borrower(deal), deal.now()), deal);
    if (borrower(deal).collections().isEmpty()) {
      capacities.clear();
    }
  }

  /** Says again what may be lost. */
  void repeat(Deal deal) {
    deal.send(Borrowing.repeated(borrower(deal)));
    deal.send(Lending.questions(lender(deal), self));
  }

  void serve(Deal deal) {
    if (!offers.isEmpty()) {
      lend(Lending.serve(lender(deal), sight(deal)), deal);
    }
  }

  private Lending.Sight sight(Deal deal) {
    return new Lending.Sight(
        self,
        LeaseRules.idle(deal.state(), deal.now()),
        deal.now(),
        eyes.guard(deal.state(), deal.now()));
  }
}
