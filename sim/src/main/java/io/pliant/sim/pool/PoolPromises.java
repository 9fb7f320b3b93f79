package io.pliant.sim.pool;

import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.Rank;
import io.pliant.core.pool.Claim;
import io.pliant.core.pool.Forecast;
import io.pliant.core.pool.PoolPlan;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the head of a queue is promised across the pool, and what this partition promised to heads
 * of others. A lender tells when it can keep its promise earlier than forecast.
 */
final class PoolPromises {
  private static final int WHOLE_POOL = 16;
  private static final long AGAIN = 5_000_000;
  private static final long PAUSE = 200_000;

  private final LeasingPool pool;
  private final LeasingPartition own;
  private final PoolClock clock;
  private final TreeMap<Rank, Integer> owners = new TreeMap<>();
  private final TreeSet<Rank> told = new TreeSet<>();
  private final TreeSet<Rank> broken = new TreeSet<>();

  /** Owners that know that there may be an earlier place, and have not asked for it yet. */
  private final TreeSet<Rank> hinted = new TreeSet<>();

  private @Nullable Quest quest;

  /** The search for a place for one head; what was promised holds until there is a better place. */
  private static final class Quest {
    final PoolJob job;
    final TreeMap<PartitionName, Forecast> forecasts = new TreeMap<>();
    final TreeSet<PartitionName> ready = new TreeSet<>();
    long since;
    int asked;
    boolean seeking;

    /** The place that it has was lost; any other is better. */
    boolean lost;

    boolean looksAgain;
    @Nullable PoolPlan plan;

    Quest(PoolJob job) {
      this.job = job;
    }
  }

  PoolPromises(LeasingPool pool, LeasingPartition own) {
    this.pool = pool;
    this.own = own;
    this.clock = pool.clock();
  }

  /** The job has a place in the pool, or one is sought. */
  boolean has(Rank rank) {
    return quest != null && quest.job.rank().equals(rank);
  }

  /** What was promised to the job can be collected now. */
  boolean due(Rank rank) {
    Quest now = quest;
    return now != null
        && now.job.rank().equals(rank)
        && now.plan != null
        && !now.seeking
        && (!now.plan.at().isAfter(clock.time())
            || now.ready.containsAll(now.plan.nodes().keySet()));
  }

  /** Nodes of each partition that were promised to the job. */
  SortedMap<PartitionName, Integer> shares(Rank rank) {
    Quest now = quest;
    return now != null && now.job.rank().equals(rank) && now.plan != null
        ? now.plan.nodes()
        : Collections.emptySortedMap();
  }

  /** Looks for a place for the head, unless it has one. */
  void seek(PoolJob job) {
    if (quest != null && !quest.job.equals(job)) {
      drop(quest.job.rank());
    }
    Quest now = quest == null ? new Quest(job) : quest;
    quest = now;
    boolean lost = now.seeking && clock.now() - now.since >= AGAIN;
    if (lost || (!now.seeking && now.plan == null)) {
      survey(now);
    }
  }

  /** What was promised to the job could not be collected: another place is sought. */
  void failed(PoolJob job) {
    Quest now = quest;
    if (now != null && now.job.equals(job)) {
      now.lost = true;
      survey(now);
    }
  }

  private void survey(Quest of) {
    if (of.seeking && clock.now() - of.since < AGAIN) {
      return; // its answers are on their way
    }
    Rank rank = of.job.rank();
    int others = pool.partitions() - 1;
    int count = others < WHOLE_POOL ? others : Math.min(others, sample(of.job));
    of.seeking = true;
    of.since = clock.now();
    of.asked = count + 1;
    of.forecasts.clear();
    of.forecasts.put(own.name(), forecastFor(rank));
    for (int other : pool.draw(own.number(), count)) {
      pool.tell(
          own.number(),
          other,
          partition -> {
            Forecast forecast = partition.forecastFor(rank);
            pool.tell(other, own.number(), _ -> answered(of, partition.name(), forecast));
          });
    }
    clock.at(clock.now() + AGAIN, own::roundSoon);
  }

  private int sample(PoolJob job) {
    return Math.max(WHOLE_POOL, 4 * (job.nodes() / pool.nodesOfEach() + 1));
  }

  /** What is free here for a job of this rank, less what is promised to those before it. */
  Forecast forecastFor(Rank rank) {
    hinted.remove(rank);
    return own.claims().leftFor(rank, own.forecast());
  }

  private void answered(Quest of, PartitionName name, Forecast forecast) {
    of.forecasts.put(name, forecast);
    if (!of.equals(quest) || !of.seeking || of.forecasts.size() < of.asked) {
      return;
    }
    PoolPlan plan = PoolPlan.of(own.name(), of.job.nodes(), of.forecasts);
    if (plan == null) {
      return; // too few looked at: others will be, when this search counts as lost
    }
    of.seeking = false;
    if (of.plan != null && !of.lost && !plan.at().isBefore(of.plan.at())) {
      return; // what it has is as good
    }
    Set<PartitionName> before = of.plan == null ? Set.of() : of.plan.nodes().keySet();
    of.lost = false;
    of.plan = plan;
    of.ready.clear();
    for (PartitionName lender : before) {
      if (!plan.nodes().containsKey(lender)) {
        forgetAt(lender, of.job.rank());
      }
    }
    for (Map.Entry<PartitionName, Integer> share : plan.nodes().entrySet()) {
      Claim claim =
          new Claim(of.job.rank(), share.getValue(), plan.at(), of.job.endFrom(plan.at()));
      pool.tell(
          own.number(),
          pool.number(share.getKey()),
          partition -> partition.promise(claim, own.number()));
    }
    clock.at(plan.at().toEpochMilli() * 1000 + 1000, own::roundSoon);
  }

  private void forgetAt(PartitionName lender, Rank rank) {
    pool.tell(own.number(), pool.number(lender), partition -> partition.forget(rank));
  }

  /** A promise to a job of another partition, or of this one. */
  void promise(Claim claim, int owner) {
    owners.put(claim.rank(), owner);
    told.remove(claim.rank());
    broken.remove(claim.rank());
    hinted.remove(claim.rank());
    own.claims(own.claims().with(claim));
    own.roundSoon();
  }

  /** The promise is not needed any more. */
  void forget(Rank rank) {
    if (owners.remove(rank) != null) {

      told.remove(rank);
      broken.remove(rank);
      hinted.remove(rank);
      own.dropClaim(rank);
      own.roundSoon();
    }
  }

  /** Tells those whose promise can be kept now, or no longer, or not even at its time. */
  void tellOwners() {
    Forecast forecast = own.forecast();
    int before = 0;
    for (Map.Entry<Rank, Integer> each : owners.entrySet()) {
      Rank rank = each.getKey();
      Claim claim = own.claims().all().get(rank);
      if (claim == null) {
        continue;
      }
      before += claim.nodes();
      boolean ready = forecast.at(clock.time()) >= before;
      if (ready ? told.add(rank) : told.remove(rank)) {
        tell(each.getValue(), owner -> owner.ready(rank, own.name(), ready));
      }
      if (claim.at().isAfter(clock.time())
          && own.claims().leftFor(rank, forecast).at(claim.at()) < claim.nodes()
          && broken.add(rank)) {
        tell(each.getValue(), owner -> owner.broken(claim));
      }
    }
  }

  private void tell(int owner, Consumer<LeasingPartition> what) {
    pool.tell(own.number(), owner, what);
  }

  /** Jobs that go first, or came before the promise did, have a lender's nodes at that time. */
  void broken(Claim claim) {
    Quest now = quest;
    if (now != null
        && now.job.rank().equals(claim.rank())
        && now.plan != null
        && now.plan.at().equals(claim.at())) {
      now.lost = true;
      better(claim.rank());
    }
  }

  /** A claim before others is gone: those behind it may find an earlier place. */
  void lessPromised(Rank gone) {
    for (Map.Entry<Rank, Integer> each : owners.tailMap(gone, false).entrySet()) {
      Rank rank = each.getKey();
      if (hinted.add(rank)) {
        tell(each.getValue(), owner -> owner.better(rank));
      }
    }
  }

  /** There may be an earlier place; looked for only now and then. */
  void better(Rank rank) {
    Quest now = quest;
    if (now == null || !now.job.rank().equals(rank) || now.looksAgain) {
      return;
    }
    now.looksAgain = true;
    clock.at(
        now.since + PAUSE,
        () -> {
          now.looksAgain = false;
          if (now.equals(quest)) {
            survey(now);
          }
        });
  }

  /** A lender can keep what it promised, or cannot any more. */
  void ready(Rank rank, PartitionName lender, boolean is) {
    Quest now = quest;
    if (now != null && now.job.rank().equals(rank)) {
      if (is) {
        now.ready.add(lender);
      } else {
        now.ready.remove(lender);
      }
      if (due(rank)) {
        own.roundSoon();
      }
    }
  }

  /** The job has started, or its place was lost: nobody keeps anything for it. */
  void drop(Rank rank) {
    Quest now = quest;
    if (now == null || !now.job.rank().equals(rank)) {
      return;
    }
    quest = null;
    if (now.plan != null) {
      now.plan.nodes().keySet().forEach(lender -> forgetAt(lender, rank));
    }
  }
}
