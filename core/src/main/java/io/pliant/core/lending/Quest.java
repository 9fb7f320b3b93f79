package io.pliant.core.lending;

import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.Rank;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.pool.Claim;
import io.pliant.core.pool.Forecast;
import io.pliant.core.pool.NodeNeed;
import io.pliant.core.pool.PoolPlan;
import io.pliant.core.pool.PoolSight;
import io.pliant.core.pool.PoolStanding;
import io.pliant.core.resource.NodeCapacity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The place in its pool that a partition seeks for the first of its jobs that it can never start
 * alone: so many nodes of each partition from a time on. What was found holds until there is a
 * better place, or until it cannot be kept.
 */
final class Quest {
  /** So many partitions are asked at least; a pool with no more is asked as a whole. */
  private static final int WHOLE_POOL = 16;

  private static final Duration AGAIN = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final int FIRST_DOUBLINGS = 2;
  private static final int MOST_DOUBLINGS = 3;
  private static final Duration SAID_AGAIN = Duration.ofSeconds(5);

  private final PartitionName self;
  private @Nullable Search search;
  private long number;
  private boolean rests;

  /** For one job. */
  private static final class Search {
    final JobId job;
    final Rank rank;
    final int need;
    final TreeMap<PartitionName, Forecast> forecasts = new TreeMap<>();
    final TreeSet<PartitionName> ready = new TreeSet<>();
    Instant since = Instant.MIN;
    Instant said = Instant.MIN;
    int asked;
    int patience = FIRST_DOUBLINGS;
    boolean seeking;
    boolean lost;
    boolean sooner;
    boolean looksAgain;
    @Nullable PoolPlan plan;

    Search(QueuedJob job, int need) {
      this.job = job.job();
      this.rank = HeadGuard.rank(job);
      this.need = need;
    }
  }

  Quest(PartitionName self) {
    this.self = self;
  }

  /** When the job is to start by what was promised, or null. */
  @Nullable Instant promised(JobId job) {
    Search now = search;
    PoolPlan plan = now != null && now.job.equals(job) ? now.plan : null;
    return plan == null ? null : plan.at();
  }

  /** When another place is to be sought, or null when nothing makes it needed. */
  @Nullable Instant wakeAt() {
    Search now = search;
    return now == null || rests || now.since.equals(Instant.MIN) || !(now.looksAgain || now.seeking)
        ? null
        : now.since.plus(now.looksAgain ? pause(now) : AGAIN);
  }

  /** Who often has to look for another place does so later each time, unless it may be earlier. */
  private static Duration pause(Search of) {
    return of.sooner ? PAUSE : PAUSE.multipliedBy(1L << of.patience);
  }

  /** The job whose place can be collected now, or null. */
  @Nullable JobId dueJob(Instant time) {
    Search now = search;
    return now == null || due(now.job, time).isEmpty() ? null : now.job;
  }

  /** What was promised to the job and can be collected now; empty when it cannot. */
  SortedMap<PartitionName, Integer> due(JobId job, Instant time) {
    Search now = search;
    PoolPlan plan = now != null && now.job.equals(job) && !now.seeking ? now.plan : null;
    return plan != null
            && now != null
            && ((!now.lost && !plan.at().isAfter(time))
                || now.ready.containsAll(plan.nodes().keySet()))
        ? plan.nodes()
        : Collections.emptySortedMap();
  }

  /**
   * A place in the pool for the first job that waits and that its partition can never start alone.
   *
   * @param collected true of a job whose collection goes on, and that needs no place unless it
   *     fails
   */
  void seek(
      WaitingSizes waiting,
      Hearsay hearsay,
      Predicate<JobId> collected,
      Deal deal,
      PoolStanding standing) {
    PartitionState state = deal.state();
    QueuedJob large = null;
    for (JobId id : waiting.larger(state)) {
      QueuedJob job = state.waiting(id);
      if (job != null && BorrowedPlace.wanted(job, job.attempt(), deal.now())) {
        large = job;
        break;
      }
    }
    NodeCapacity like = large == null ? null : hearsay.like(state);
    int nodes = large == null || like == null ? 0 : NodeNeed.of(large.resources(), like).nodes();
    rests = large != null && collected.test(large.job());
    Search now = search;
    if (!rests) {
      seek(large, nodes, hearsay.sight(), deal, standing);
    } else if (now != null && large != null && !now.job.equals(large.job())) {
      drop(deal, standing);
    }
  }

  /** Looks for a place for a job, unless it has one; nothing is sought for any other. */
  private void seek(
      @Nullable QueuedJob job, int need, PoolSight sight, Deal deal, PoolStanding standing) {
    Search now = search;
    if (now != null && (job == null || !now.job.equals(job.job()) || now.need != need)) {
      drop(deal, standing);
      now = null;
    }
    if (job == null) {
      return;
    }
    if (now == null) {
      now = new Search(job, need);
      search = now;
    }
    boolean due = !now.since.plus(now.looksAgain ? pause(now) : AGAIN).isAfter(deal.now());
    boolean homeless = now.plan == null || now.seeking || now.lost;
    if (now.since.equals(Instant.MIN) || (due && (homeless || now.looksAgain))) {
      survey(now, sight, deal, standing);
    }
    PoolPlan plan = now.plan;
    if (plan != null && !now.said.plus(SAID_AGAIN).isAfter(deal.now())) {
      claim(now, plan, deal, standing);
    }
  }

  /** What was promised could not be collected: another place is sought. */
  void failed(JobId job) {
    Search now = search;
    if (now != null && now.job.equals(job)) {
      now.lost = true;
      now.looksAgain = true;
      now.sooner = true;
      now.ready.clear();
    }
  }

  void elsewhere(Rank rank, boolean broken) {
    Search now = search;
    if (now != null && now.rank.equals(rank)) {
      now.lost |= broken;
      now.looksAgain = true;
      now.sooner |= !broken;
    }
  }

  void ready(Rank rank, PartitionName lender, boolean is) {
    Search now = search;
    if (now != null && now.rank.equals(rank)) {
      if (is) {
        now.ready.add(lender);
      } else {
        now.ready.remove(lender);
      }
    }
  }

  private void survey(Search of, PoolSight sight, Deal deal, PoolStanding standing) {
    List<PartitionName> others = new ArrayList<>(sight.others().keySet());
    if (others.size() >= WHOLE_POOL) {
      Collections.rotate(others, (int) Math.floorMod(deal.now().toEpochMilli(), others.size()));
      int each = Math.max(1, standing.nodes());
      int most = Math.max(WHOLE_POOL, 4 * (of.need / each + 1));
      others = others.subList(0, Math.min(others.size(), most));
    }
    of.seeking = true;
    of.looksAgain = false;
    of.patience = of.sooner ? FIRST_DOUBLINGS : Math.min(of.patience + 1, MOST_DOUBLINGS);
    of.sooner = false;
    of.since = deal.now();
    of.asked = others.size() + 1;
    of.forecasts.clear();
    deal.say(self, new PoolWord.Surveys(self, standing, of.rank));
    for (PartitionName other : others) {
      deal.say(other, new PoolWord.Surveys(self, standing, of.rank));
    }
  }

  /** One that was asked has answered: when all have, the place is chosen. */
  void foreseen(PoolWord.Foresees word, Deal deal, PoolStanding standing) {
    Search now = search;
    if (now == null || !now.seeking || !now.rank.equals(word.rank()) || word.free().isEmpty()) {
      return;
    }
    TreeMap<Instant, Integer> free = new TreeMap<>();
    word.free().forEach(each -> free.put(each.at(), each.nodes()));
    now.forecasts.put(word.from(), new Forecast(free));
    if (now.forecasts.size() >= now.asked) {
      choose(now, deal, standing);
    }
  }

  private void choose(Search of, Deal deal, PoolStanding standing) {
    PoolPlan found = PoolPlan.of(self, of.need, of.forecasts);
    PoolPlan before = of.plan;
    if (found == null) {
      return; // the next search asks others
    }
    of.seeking = false;
    if (before != null && !of.lost && !found.at().isBefore(before.at())) {
      return; // what it has is as good
    }
    of.lost = false;
    of.plan = found;
    of.ready.clear();
    if (before != null) {
      for (PartitionName lender : before.nodes().keySet()) {
        if (!found.nodes().containsKey(lender)) {
          deal.say(lender, new PoolWord.Unclaims(self, standing, of.rank, ++number));
        }
      }
    }
    claim(of, found, deal, standing);
  }

  private void claim(Search of, PoolPlan plan, Deal deal, PoolStanding standing) {
    PartitionState state = deal.state();
    QueuedJob job = state.waiting(of.job);
    if (job == null) {
      return;
    }
    of.said = deal.now();
    Instant end = HeadGuard.end(job, plan.at());
    plan.nodes()
        .forEach((lender, nodes) ->
            deal.say(
                lender,
                new PoolWord.Claims(
                    self, standing, new Claim(of.rank, nodes, plan.at(), end), ++number)));
  }

  private void drop(Deal deal, PoolStanding standing) {
    Search now = search;
    search = null;
    PoolPlan plan = now == null ? null : now.plan;
    if (now != null && plan != null) {
      TreeSet<PartitionName> lenders = new TreeSet<>(plan.nodes().keySet());
      lenders.removeAll(lendersOf(now.job, deal.state()));
      for (PartitionName lender : lenders) {
        deal.say(lender, new PoolWord.Unclaims(self, standing, now.rank, ++number));
      }
    }
  }

  /** Those that have lent to a job, and so keep nothing for it any more. */
  private static Set<PartitionName> lendersOf(JobId job, PartitionState state) {
    return state.leases().borrower().borrowed().values().stream()
        .filter(loan -> loan.tenant().job().equals(job))
        .flatMap(loan -> loan.nodes().keySet().stream())
        .collect(Collectors.toSet());
  }
}
