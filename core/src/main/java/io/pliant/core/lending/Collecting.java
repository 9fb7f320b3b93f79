package io.pliant.core.lending;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.BorrowerState;
import io.pliant.core.lease.Borrowing;
import io.pliant.core.lease.LeaseMessage;
import io.pliant.core.lease.Letter;
import io.pliant.core.partition.LeaseRules;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.pool.LenderChoice;
import io.pliant.core.pool.NodeNeed;
import io.pliant.core.pool.PoolStanding;
import io.pliant.core.resource.NodeCapacity;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * For which jobs a partition collects nodes, and when again after it was in vain: later each time,
 * and sooner when somebody says that nodes came free. A job larger than the partition then waits
 * for its place in the pool.
 */
final class Collecting {
  /** Collections that are on their way. */
  static final int AT_ONCE = 2;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration REFRESH = Duration.ofSeconds(1);
  private static final int MOST_DOUBLINGS = 7;
  private static final int SOON_DOUBLINGS = 3;

  private final PartitionName self;
  private final Hearsay hearsay;
  private final Quest quest;
  private final TreeMap<JobId, Tried> tried = new TreeMap<>();
  private final TreeMap<JobId, Long> seen = new TreeMap<>();
  private @Nullable PoolStanding own;
  private long news;
  private long newsThen;
  private int collectionsThen;
  private Instant lookedAt = Instant.MIN;
  private @Nullable Instant next;
  private final Glances glances = new Glances(FIRST_PAUSE.multipliedBy(4), MOST_DOUBLINGS - 2);

  /**
   * What its own partition has.
   *
   * @param offered those of the idle nodes that are kept for somebody
   */
  record Room(SortedSet<NodeName> idle, SortedSet<NodeName> offered, HeadGuard guard) {
    int forJob(QueuedJob job, NodeNeed need, PartitionState state, Instant end) {
      long fit =
          idle.stream()
              .filter(node -> !offered.contains(node))
              .map(node -> state.nodes().get(node))
              .filter(node -> node != null && need.fits(job.resources(), node.capacity()))
              .count();
      return Math.clamp(guard.mostHere(job, end) - offered.size(), 0, (int) fit);
    }
  }

  Collecting(PartitionName self, Hearsay hearsay, Quest quest) {
    this.self = self;
    this.hearsay = hearsay;
    this.quest = quest;
  }

  @Nullable Tried tried(JobId job) {
    return tried.get(job);
  }

  /** Nothing is remembered of jobs that do not wait any more. */
  void forget(PartitionState state) {
    tried.keySet().removeIf(job -> state.waiting(job) == null);
    seen.keySet().retainAll(tried.keySet());
    glances.forget(job -> state.waiting(job) != null);
  }

  /** True while nodes are collected for a job. */
  boolean goesOn(JobId job) {
    Tried known = tried.get(job);
    return known != null && known.collecting();
  }

  /**
   * True when news of free nodes help a job. They do not help one that is larger than the
   * partition: it has its place in the pool, and is told when it can have that.
   */
  boolean hungry(JobId job) {
    Tried known = tried.get(job);
    return known != null && !known.large();
  }

  /** When the next job may be tried again, or null when none waits for that alone. */
  @Nullable Instant wakeAt() {
    Instant known = next;
    if (known == null) {
      known = Instant.MAX;
      for (Tried each : tried.values()) {
        boolean sooner = !each.large() && each.notBefore().isBefore(known);
        known = sooner && each.notBefore().isAfter(lookedAt) ? each.notBefore() : known;
      }
      next = known;
    }
    return known.equals(Instant.MAX) ? null : known;
  }

  /**
   * True when a job may be tried now that could not be when {@link #looked} was said.
   *
   * @param collections that are on their way
   */
  boolean stirred(int collections, Instant now) {
    JobId due = quest.dueJob(now);
    Instant again = wakeAt();
    return news != newsThen
        || collections < collectionsThen
        || !lookedAt.plus(REFRESH).isAfter(now)
        || (due != null && !goesOn(due))
        || (again != null && !again.isAfter(now));
  }

  /** All that wait were looked at. */
  void looked(int collections, Instant now) {
    newsThen = news;
    collectionsThen = collections;
    lookedAt = now;
    next = null;
  }

  /** Somebody has more: it is tried soon, though not at once again by all who failed. */
  void moreIsFree() {
    news++;
    next = null;
    tried.replaceAll((_, each) ->
        each.failures() == 0 || each.large()
            ? each
            : each.notBefore(each.at().plus(pause(Math.min(each.failures() - 1, SOON_DOUBLINGS)))));
  }

  private static Duration pause(int doublings) {
    return FIRST_PAUSE.multipliedBy(1L << doublings);
  }

  /** A collection was given up: what it had come to is remembered. */
  void failed(JobId job, BorrowerState before, List<Letter> letters, Instant now) {
    Tried known = tried.get(job);
    if (known == null) {
      return;
    }
    TreeMap<PartitionName, Integer> got = new TreeMap<>();
    for (Letter letter : letters) {
      BorrowerState.Collection its = before.collections().get(letter.message().lease());
      if (its != null
          && its.rank().job().equals(job)
          && letter.message() instanceof LeaseMessage.GiveBack back) {
        got.put(letter.to(), back.nodes().size());
      }
    }
    tried.put(job, known.failed(got, now.plus(pause(Math.min(known.failures(), MOST_DOUBLINGS)))));
    next = null;
    glances.failed(job, now);
  }

  /** True when nodes could be collected for the job now, as far as that costs nothing to know. */
  boolean mayTry(QueuedJob job, BorrowerState borrower, Instant now) {
    return borrower.collections().size() < AT_ONCE
        && (mayLook(job.job(), now) || !quest.due(job.job(), now).isEmpty())
        && LeaseRules.mayBorrow(job)
        && NodeNeed.asksForAnyNodes(job.resources())
        && !collects(borrower, job.job());
  }

  /** True when what the others say that they have free may be enough. */
  private boolean mayLook(JobId job, Instant now) {
    Tried before = tried.get(job);
    if (before == null) {
      return true;
    }
    boolean nothingNew =
        before.asked().isEmpty()
            && news == seen.getOrDefault(job, -1L)
            && before.at().plus(REFRESH).isAfter(now);
    return !before.notBefore().isAfter(now)
        && !(before.large() && glances.mustWait(now))
        && !nothingNew;
  }

  /** How its own partition stands now. */
  void see(PoolStanding standing) {
    PoolStanding before = own;
    own = standing;
    if (before == null || standing.offersMoreThan(before)) {
      news++;
    }
  }

  /** What to ask for a job that may be tried, or null for nothing now. */
  Borrowing.@Nullable Wish wish(QueuedJob job, PartitionState state, Room room, Instant now) {
    NodeCapacity like = hearsay.like(state);
    if (like == null) {
      return null;
    }
    NodeNeed need = NodeNeed.of(job.resources(), like);
    Instant end = HeadGuard.end(job, now.plus(Dealings.PATIENCE));
    int own = need.possible() ? room.forJob(job, need, state, end) : 0;
    if (!need.possible() || own >= need.nodes()) {
      tried.remove(job.job());
      return null;
    }
    Tried before = tried.get(job.job());
    SortedMap<PartitionName, Integer> promised = quest.due(job.job(), now);
    boolean large = need.nodes() > state.nodes().size();
    SortedMap<PartitionName, Integer> ask =
        promised.isEmpty()
            ? large && glances.mustWait(now)
                ? Collections.emptySortedMap()
                : LenderChoice.ask(self, need.nodes(), own, hearsay.others(job.job(), end))
            : promised;
    if (large && promised.isEmpty() && !ask.isEmpty()) {
      glances.begun(job.job());
    }
    int failures = before == null ? 0 : before.failures();
    seen.put(job.job(), news);
    tried.put(
        job.job(),
        new Tried(
            need.nodes(),
            large,
            now,
            ask,
            ask.isEmpty() ? said(own) : Collections.emptySortedMap(),
            !ask.isEmpty(),
            failures,
            now));
    return ask.isEmpty()
        ? null
        : new Borrowing.Wish(
            HeadGuard.rank(job),
            job.attempt(),
            need.nodes(),
            ask,
            now.plus(Dealings.PATIENCE),
            end);
  }

  private static boolean collects(BorrowerState borrower, JobId job) {
    return borrower.collections().values().stream().anyMatch(each -> each.rank().job().equals(job));
  }

  private SortedMap<PartitionName, Integer> said(int own) {
    TreeMap<PartitionName, Integer> said = new TreeMap<>();
    hearsay.sight().others().forEach((other, standing) -> said.put(other, standing.free()));
    said.put(self, own);
    return said;
  }
}
