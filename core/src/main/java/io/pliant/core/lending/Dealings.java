package io.pliant.core.lending;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.BorrowerState;
import io.pliant.core.lease.Borrowing;
import io.pliant.core.lease.LeaseMessage;
import io.pliant.core.lease.Letter;
import io.pliant.core.partition.GrowthRules;
import io.pliant.core.partition.LeaseRules;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.pool.PoolSettings;
import io.pliant.core.pool.PoolSight;
import io.pliant.core.pool.PoolStanding;
import io.pliant.core.view.ClusterView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What one incarnation of a partition has going on in its pool: offers, collections, and what the
 * others have said. None of it is written down; the ledger is the truth, and all words are said
 * again. It decides together with what else is decided in a write.
 *
 * <p>Not safe for use by several threads.
 */
public final class Dealings {
  /** Collections are given up after that; offers end then, by the borrower's clock. */
  public static final Duration PATIENCE = Duration.ofSeconds(5);

  private final PartitionName self;
  private final @Nullable PoolSettings pool;
  private final Collecting collecting;
  private final Hearsay hearsay;
  private final Pledges pledges;
  private final Quest quest;
  private final LeaseTrade trade;
  private final Growths growths;
  private final Recalls recalls;
  private final Guards guards;
  private final HeldReturns returns = new HeldReturns();
  private final List<PoolWord> inbox = new ArrayList<>();
  private final WaitingSizes waiting;
  private boolean due;
  private boolean looks;
  private boolean hungry;
  private long dealtWith = -1;

  /**
   * @param pool of the partition, or null: then it only brings to an end what it has lent and has
   */
  public Dealings(PartitionName self, @Nullable PoolSettings pool) {
    this.self = self;
    this.pool = pool;
    this.hearsay = new Hearsay(self, pool);
    this.pledges = new Pledges(self);
    this.quest = new Quest(self);
    this.collecting = new Collecting(self, hearsay, quest);
    this.trade = new LeaseTrade(self, pool != null, new Eyes());
    this.growths = new Growths(self, hearsay);
    this.recalls = new Recalls(self);
    this.waiting = new WaitingSizes(hearsay);
    this.guards = new Guards(hearsay, waiting, pledges);
  }

  private final class Eyes implements LeaseTrade.PoolEyes {
    @Override
    public HeadGuard guard(PartitionState state, Instant now) {
      return Dealings.this.guard(state, now);
    }

    @Override
    public SortedMap<PartitionName, PoolStanding> others() {
      return hearsay.sight().others();
    }

    @Override
    public void failed(JobId job, BorrowerState before, List<Letter> letters, Instant now) {
      if (!growths.failed(job)) {
        collecting.failed(job, before, letters, now);
        quest.failed(job);
      }
    }

    @Override
    public GrowthRules.@Nullable Wanted growing(PartitionState state, AttemptId attempt) {
      return growths.growing(state, attempt);
    }

    @Override
    public void lent(JobId job, int nodes, Deal deal) {
      pledges.kept(job, nodes, deal);
    }

    @Override
    public void grown(JobId job) {
      growths.begun(job);
    }
  }

  /** When it is to be asked again at the latest, though nothing is heard; null for no such time. */
  public @Nullable Instant wakeAt() {
    return earlier(returns.wakeAt(), earlier(quest.wakeAt(), collecting.wakeAt()));
  }

  private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
    return one == null || (other != null && other.isBefore(one)) ? other : one;
  }

  /** What is known of the others. */
  public PoolSight sight() {
    return hearsay.sight();
  }

  /** What was tried for a job that waits, or null. */
  public @Nullable Tried tried(JobId job) {
    return collecting.tried(job);
  }

  /** Takes in a word; it is answered with the next write. False when nobody of the pool says it. */
  public boolean hear(PoolWord word) {
    boolean known = pool == null || pool.members().contains(word.from());
    if (!known || !word.isHonest(self) || word.from().equals(self)) {
      return false;
    }
    inbox.add(word);
    return true;
  }

  /** Jobs that a round could not start, in the order of the queue. */
  public void notStarted(List<JobId> jobs) {
    waiting.are(jobs);
    looks = true;
  }

  /**
   * Seeks nodes for a running job that its partition alone cannot give it; what comes of it is in a
   * later {@link Dealt}. False when the partition is in no pool.
   */
  public boolean grow(GrowthRules.Wanted wanted, Instant now) {
    if (pool != null) {
      growths.want(wanted, now);
      looks = true;
    }
    return pool != null;
  }

  /** Time has passed: to be called each second. */
  public void tick() {
    due = true;
  }

  /** True when there is something to decide that no other write waits for. */
  public boolean pending() {
    return !inbox.isEmpty() || growths.pending() || due && (pool != null || trade.active());
  }

  /**
   * Makes of a view the same as rounds are to see it now: nodes that are kept for others are in
   * use, and what is promised to jobs of the pool is set aside.
   */
  public UnaryOperator<ClusterView> sights(PartitionState state, Instant now) {
    SortedSet<NodeName> kept = trade.offered();
    return kept.isEmpty() && pledges.isEmpty()
        ? UnaryOperator.identity()
        : RoundSight.without(kept, pledges.windows(state, guard(state, now).first(), now));
  }

  /** Jobs for which nodes are being collected. */
  public int collections() {
    return trade.collections();
  }

  /** Idle nodes that are kept for somebody who collects. */
  public SortedSet<NodeName> offered() {
    return trade.offered();
  }

  /**
   * Decides on all that was heard since the last time.
   *
   * @param before the durable state
   * @param state the state with what else is decided in this write
   */
  public Dealt deal(PartitionState before, PartitionState state, Instant now) {
    if (pool == null
        && inbox.isEmpty()
        && state.leases().equals(before.leases())
        && (!due || state.leases().isEmpty())) {
      due = false;
      return new Dealt(state, List.of(), List.of(), false, List.of());
    }
    Deal deal = new Deal(state, now);
    returns.begin(deal);
    boolean changed = deal.state().version() != dealtWith;
    trade.giveBackLeft(before, deal);
    trade.dropUnwanted(deal);
    settleWithSelf(deal);
    List<PoolWord> heard = List.copyOf(inbox);
    inbox.clear();
    Instant wake = wakeAt();
    boolean woken = wake != null && !wake.isAfter(now);
    boolean stirred = due || looks || woken || changed;
    for (PoolWord word : heard) {
      stirred |= take(word, deal);
      settleWithSelf(deal);
    }
    if (due) {
      due = false;
      passTime(deal);
      settleWithSelf(deal);
    }
    if (stirred || !deal.events().isEmpty()) {
      act(deal);
    }
    dealtWith = deal.state().version();
    PoolStanding standing = standing(deal);
    hearsay.tell(deal, standing);
    boolean held = returns.hold(deal, before.version() == state.version() && mayWait(deal));
    return new Dealt(
        held ? state : deal.state(),
        held ? List.of() : deal.events(),
        deal.words(standing),
        deal.wantsRound() || !held && deal.freed(),
        growths.over());
  }

  /** True when no job that waits here could start on nodes that have just come back. */
  private boolean mayWait(Deal deal) {
    int free = idle(deal).size() - trade.offered().size();
    return pool != null && waiting.smallest(deal.state()) > free;
  }

  /**
   * What may follow from anything that has changed: it costs most, and most words change nothing.
   */
  private void act(Deal deal) {
    trade.serve(deal);
    collecting.see(standing(deal));
    collect(deal);
    settleWithSelf(deal);
    if (pool != null) {
      quest.seek(waiting, hearsay, collecting::goesOn, deal, standing(deal));
    }
    settleWithSelf(deal);
    if (!pledges.isEmpty()) {
      pledges.tellOwners(guard(deal.state(), deal.now()).claims(), deal, standing(deal));
    }
    settleWithSelf(deal);
  }

  /** True when something else may follow from it than an answer. */
  private boolean take(PoolWord word, Deal deal) {
    boolean more = hearsay.told(word, deal.now());
    if (more) {
      collecting.moreIsFree();
    }
    return switch (word) {
      case PoolWord.Stands _ -> more;
      case PoolWord.OfLease about -> {
        trade.take(about, deal);
        yield more
            || !(about.message() instanceof LeaseMessage.TakenBack
                || about.message() instanceof LeaseMessage.HeldStill);
      }
      case PoolWord.WantsBack back -> {
        PartitionEvent shrink =
            GrowthRules.giveBack(deal.state(), back.lease(), back.from(), back.nodes(), deal.now());
        if (shrink != null) {
          deal.apply(shrink);
        }
        yield true;
      }
      case PoolWord.OfPlace place -> {
        ofPlace(place, deal);
        yield more || !(place instanceof PoolWord.Surveys);
      }
    };
  }

  /** What is said of places that are sought in the pool. */
  private void ofPlace(PoolWord.OfPlace word, Deal deal) {
    PoolStanding standing = standing(deal);
    switch (word) {
      case PoolWord.Surveys asks ->
          deal.say(
              asks.from(),
              pledges.foresee(
                  asks.rank(), guard(deal.state(), deal.now()).claims(), deal, standing));
      case PoolWord.Foresees told -> quest.foreseen(told, deal, standing);
      case PoolWord.Claims asks -> pledges.take(asks, deal);
      case PoolWord.Unclaims over -> pledges.take(over, deal, standing);
      case PoolWord.Ready told -> quest.ready(told.rank(), told.from(), told.now());
      case PoolWord.Elsewhere told -> quest.elsewhere(told.rank(), told.broken());
    }
  }

  private void settleWithSelf(Deal deal) {
    while (true) {
      Letter letter = deal.nextLetter();
      PoolWord.OfPlace word = letter == null ? deal.nextWord() : null;
      if (letter != null) {
        trade.take(letter.from(), letter.message(), deal);
      } else if (word != null) {
        ofPlace(word, deal);
      } else {
        return;
      }
    }
  }

  private void passTime(Deal deal) {
    trade.passTime(deal);
    pledges.passTime(deal, standing(deal));
    recalls.look(deal, guard(deal.state(), deal.now()), idle(deal).size(), standing(deal));
    if (hearsay.repeats(deal.now())) {
      trade.repeat(deal);
    }
  }

  private void collect(Deal deal) {
    boolean newList = looks;
    looks = false;
    if (pool != null && (newList || collecting.stirred(trade.collections(), deal.now()))) {
      collecting.forget(deal.state());
      hungry = collectForAll(deal);
      collecting.looked(trade.collections(), deal.now());
    }
    Borrowing.Wish growth = growths.next(deal.state(), trade.borrower(deal), deal.now());
    while (growth != null) {
      trade.begin(growth, deal);
      settleWithSelf(deal);
      growth = growths.next(deal.state(), trade.borrower(deal), deal.now());
    }
    hearsay.hungry(hungry || growths.hungry());
  }

  /** True when one of them wants to hear of free nodes. */
  private boolean collectForAll(Deal deal) {
    boolean hears = false;
    Collecting.Room room = null;
    for (JobId id : waiting.all()) {
      QueuedJob job = deal.state().waiting(id);
      if (job == null || !BorrowedPlace.wanted(job, job.attempt(), deal.now())) {
        continue;
      }
      if (collecting.mayTry(job, trade.borrower(deal), deal.now())) {
        room = room == null ? room(deal) : room;
        Borrowing.Wish wish = collecting.wish(job, deal.state(), room, deal.now());
        if (wish != null) {
          trade.begin(wish, deal);
          settleWithSelf(deal);
          room = null;
        }
      }
      hears |= collecting.hungry(id);
    }
    return hears;
  }

  private Collecting.Room room(Deal deal) {
    return new Collecting.Room(idle(deal), trade.offered(), guard(deal.state(), deal.now()));
  }

  private HeadGuard guard(PartitionState state, Instant now) {
    return guards.of(state, now);
  }

  private static TreeSet<NodeName> idle(Deal deal) {
    return LeaseRules.idle(deal.state(), deal.now());
  }

  private PoolStanding standing(Deal deal) {
    PartitionState state = deal.state();
    TreeSet<NodeName> idle = idle(deal);
    SortedSet<NodeName> offered = trade.offered();
    idle.removeAll(offered);
    return new PoolStanding(
        idle.size(),
        state.nodes().size(),
        state.term(),
        state.nodes().isEmpty() ? null : state.nodes().firstEntry().getValue().capacity(),
        pool == null ? null : guard(state, deal.now()).promised(offered.size()));
  }
}
