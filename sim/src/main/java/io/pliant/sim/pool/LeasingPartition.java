package io.pliant.sim.pool;

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
import io.pliant.core.lease.Rank;
import io.pliant.core.pool.Claim;
import io.pliant.core.pool.Claims;
import io.pliant.core.pool.Forecast;
import io.pliant.core.pool.LenderChoice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A partition of a pool: a queue with EASY, its nodes, what it lends and borrows. The head of the
 * queue is promised a start here, or across the pool when it needs more than is here.
 */
final class LeasingPartition {
  private static final int DEPTH = 100;
  private static final int COLLECTIONS = 2;
  private static final long PATIENCE = 2_000_000;
  private static final long FIRST_PAUSE = 20_000;
  private static final int MOST_DOUBLINGS = 8;

  private final LeasingPool pool;
  private final PoolClock clock;
  private final int number;
  private final int nodes;
  private final PartitionName name;
  private final TreeSet<NodeName> idle = new TreeSet<>();
  private final TreeMap<Rank, PoolJob> queue = new TreeMap<>();
  private final TreeMap<Instant, Integer> ends = new TreeMap<>();
  private final Map<LeaseId, Instant> lentUntil = new TreeMap<>();
  private final Map<Rank, Pause> pauses = new TreeMap<>();
  private final PoolPromises promises;
  private LenderState lender = LenderState.none();
  private BorrowerState borrower = BorrowerState.none();
  private Claims claims = Claims.none();
  private boolean roundComes;
  private long offeredSince;
  private int[] hints = {};
  private long hintsAt;

  /** After collections in vain: the next not before. */
  private record Pause(int failures, long until) {}

  LeasingPartition(LeasingPool pool, int number, int nodes) {
    this.pool = pool;
    this.clock = pool.clock();
    this.number = number;
    this.nodes = nodes;
    this.name = new PartitionName("p" + number);
    this.promises = new PoolPromises(pool, this);
    for (int i = 0; i < nodes; i++) {
      idle.add(new NodeName("p" + number + "n" + i));
    }
  }

  PartitionName name() {
    return name;
  }

  int number() {
    return number;
  }

  /** Nodes that nobody has and that are kept for nobody. */
  int free() {
    return idle.size() - lender.offered().size();
  }

  Claims claims() {
    return claims;
  }

  void claims(Claims now) {
    claims = now;
  }

  void dropClaim(Rank rank) {
    if (claims.all().containsKey(rank)) {
      claims = claims.without(rank);
      promises.lessPromised(rank);
    }
  }

  Forecast forecast() {
    return Forecast.of(clock.time(), idle.size(), ends);
  }

  void promise(Claim claim, int owner) {
    promises.promise(claim, owner);
  }

  void forget(Rank rank) {
    promises.forget(rank);
  }

  void ready(Rank rank, PartitionName from, boolean now) {
    promises.ready(rank, from, now);
  }

  /** What it has for a job of this rank, less what it promised to those before it. */
  Forecast forecastFor(Rank rank) {
    return promises.forecastFor(rank);
  }

  void better(Rank rank) {
    promises.better(rank);
  }

  void broken(Claim claim) {
    promises.broken(claim);
  }

  void queue(PoolJob job) {
    queue.put(job.rank(), job);
    roundSoon();
  }

  boolean waits(Rank rank) {
    return queue.containsKey(rank);
  }

  /** A round, once for all that happens now. */
  void roundSoon() {
    if (!roundComes) {
      roundComes = true;
      clock.at(clock.now(), this::round);
    }
  }

  private void round() {
    roundComes = false;
    lendTo(Lending.serve(lender, sight()));
    boolean head = true;
    Forecast forecast = forecast();
    for (PoolJob job : queue.values().stream().limit(DEPTH).toList()) {
      if (collects(job)) {
        head = false;
        continue;
      }
      int here = Math.min(free(), mostFor(job, forecast));
      if (job.nodes() <= here) {
        startHere(job);
        forecast = forecast();
        continue;
      }
      if (head) {
        head = false;
        promiseHere(job);
      } else if (free() == 0 && (pool.alone() || borrower.collections().size() >= COLLECTIONS)) {
        break;
      }
      collect(job, Math.max(0, here), head);
    }
    PoolJob first = queue.isEmpty() ? null : queue.firstEntry().getValue();
    if (first != null && first.nodes() > nodes && !collects(first)) {
      promises.seek(first);
    }
    promises.tellOwners();
  }

  private int mostFor(PoolJob job, Forecast forecast) {
    return claims.most(job.rank(), job.end(clock.now()), clock.time(), forecast)
        - lender.offered().size();
  }

  private boolean collects(PoolJob job) {
    return borrower.collections().values().stream()
        .anyMatch(collection -> collection.rank().equals(job.rank()));
  }

  /** EASY: the head gets the earliest time at which its partition has enough. */
  private void promiseHere(PoolJob job) {
    if (job.nodes() > nodes || promises.has(job.rank())) {
      return;
    }
    for (Map.Entry<Instant, Integer> free :
        claims.leftFor(job.rank(), forecast()).free().entrySet()) {
      if (free.getValue() >= job.nodes()) {
        Instant at = free.getKey();
        claims = claims.with(new Claim(job.rank(), job.nodes(), at, job.endFrom(at)));
        return;
      }
    }
  }

  private void startHere(PoolJob job) {
    TreeSet<NodeName> free = new TreeSet<>(idle);
    free.removeAll(lender.offered());
    TreeSet<NodeName> taken = new TreeSet<>();
    while (taken.size() < job.nodes()) {
      taken.add(free.removeFirst());
    }
    idle.removeAll(taken);
    Instant end = job.end(clock.now());
    ends.merge(end, taken.size(), Integer::sum);
    leaveQueue(job);
    clock.at(
        clock.now() + job.run(),
        () -> {
          ended(job);
          comeBack(end, taken);
        });
  }

  private void leaveQueue(PoolJob job) {
    clock.wrote();
    pool.jobs().started(job, clock.now());
    queue.remove(job.rank());
    pauses.remove(job.rank());
    dropClaim(job.rank());
    promises.drop(job.rank());
  }

  private void ended(PoolJob job) {
    clock.wrote();
    pool.jobs().ended(job, clock.now());
  }

  private void comeBack(Instant end, TreeSet<NodeName> some) {
    idle.addAll(some);
    ends.merge(end, -some.size(), Integer::sum);
    ends.remove(end, 0);
    roundSoon();
  }

  /** Collects nodes of several partitions for a job, if the hints say that they have enough. */
  private void collect(PoolJob job, int here, boolean head) {
    Pause pause = pauses.get(job.rank());
    boolean due = promises.due(job.rank());
    if (pool.alone()
        || borrower.collections().size() >= COLLECTIONS
        || (!due && pause != null && clock.now() < pause.until())) {
      return;
    }
    SortedMap<PartitionName, Integer> ask =
        due
            ? promises.shares(job.rank())
            : LenderChoice.ask(name, job.nodes(), here, hints(job.nodes()));
    if (ask.isEmpty()) {
      pause(job);
      return;
    }
    Borrowing.Wish wish =
        new Borrowing.Wish(
            job.rank(),
            1,
            job.nodes(),
            ask,
            PoolClock.instant(clock.now() + PATIENCE),
            job.end(clock.now() + PATIENCE));
    borrow(Borrowing.begin(borrower, name, wish));
    clock.at(clock.now() + PATIENCE, () -> borrow(Borrowing.expire(borrower, clock.time())));
  }

  /** Another partition said how many nodes it has free. */
  void hint(int from, int free) {
    if (hints.length > 0) {
      hints[from] = free;
    }
  }

  private List<Map.Entry<PartitionName, Integer>> hints(int need) {
    if (hints.length == 0 || clock.now() - hintsAt >= pool.hintsLast()) {
      hints = pool.counts();
      hintsAt = clock.now();
    }
    return pool.candidates(number, need).stream()
        .map(other -> Map.entry(pool.name(other), hints[other]))
        .toList();
  }

  private void pause(PoolJob job) {
    Pause before = pauses.getOrDefault(job.rank(), new Pause(0, 0));
    long until = clock.now() + (FIRST_PAUSE << Math.min(before.failures(), MOST_DOUBLINGS));
    pauses.put(job.rank(), new Pause(before.failures() + 1, until));
    clock.at(until, this::roundSoon);
  }

  /** A message of a lease. */
  void receive(Letter letter) {
    switch (letter.message()) {
      case LeaseMessage.ToLender message -> {
        lendTo(Lending.receive(lender, message, sight()));
        if (message instanceof LeaseMessage.Ask ask) {
          clock.at(
              ask.until().toEpochMilli() * 1000 + 1000,
              () -> lendTo(Lending.lapse(lender, sight())));
        } else {
          roundSoon();
        }
      }
      case LeaseMessage.ToBorrower message ->
          borrow(Borrowing.receive(borrower, letter.from(), message));
    }
  }

  private Lending.Sight sight() {
    return new Lending.Sight(name, idle, clock.time(), claims.guard(clock.time(), this::forecast));
  }

  private void lendTo(Lending.Outcome outcome) {
    pool.jobs().held(lender.offered().size(), clock.now() - offeredSince);
    offeredSince = clock.now();
    for (LeaseChange event : outcome.events()) {
      clock.wrote();
      if (event instanceof LeaseChange.NodesLent lent) {
        LenderState.Offer offer = lender.offers().get(lent.lease());
        Instant end = offer == null ? clock.time() : offer.end();
        idle.removeAll(lent.nodes());
        ends.merge(end, lent.nodes().size(), Integer::sum);
        lentUntil.put(lent.lease(), end);
      } else if (event instanceof LeaseChange.NodesReturned back) {
        Instant end = lentUntil.remove(back.lease());
        comeBack(end == null ? clock.time() : end, new TreeSet<>(back.nodes()));
      }
    }
    lender = outcome.state();
    outcome.letters().forEach(pool::send);
  }

  private void borrow(Borrowing.Outcome outcome) {

    borrower = outcome.state();
    for (LeaseChange event : outcome.events()) {
      if (event instanceof LeaseChange.NodesBorrowed borrowed) {
        startOn(borrowed);
      }
    }
    outcome.letters().forEach(pool::send);
    outcome
        .failed()
        .forEach(id -> {
          pool.jobs().failed();
          PoolJob job = pool.jobs().jobs().get((int) id.value() - 1);
          promises.failed(job);
          if (waits(job.rank())) {
            pause(job);
          }
          roundSoon();
        });
  }

  private void startOn(LeaseChange.NodesBorrowed borrowed) {
    PoolJob job = pool.jobs().jobs().get((int) borrowed.tenant().job().value() - 1);
    leaveQueue(job);
    clock.at(
        clock.now() + job.run(),
        () -> {
          ended(job);
          for (PartitionName lent : List.copyOf(new ArrayList<>(borrowed.nodes().keySet()))) {
            borrow(Borrowing.giveBack(borrower, borrowed.lease(), lent, null));
          }
        });
    roundSoon();
  }

  void checkEnd() {
    if (idle.size() != nodes
        || !lender.lent().isEmpty()
        || !borrower.borrowed().isEmpty()
        || !borrower.collections().isEmpty()
        || !borrower.owed().isEmpty()) {
      throw new IllegalStateException(
          "Expected partition %s to have its %d nodes and nothing of others, but: %d idle, %s, %s"
              .formatted(name, nodes, idle.size(), lender, borrower));
    }
  }
}
