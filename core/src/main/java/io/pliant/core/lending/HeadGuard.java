package io.pliant.core.lending;

import io.pliant.core.id.JobId;
import io.pliant.core.lease.Lending;
import io.pliant.core.lease.Rank;
import io.pliant.core.partition.LeaseRules;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.pool.Claim;
import io.pliant.core.pool.Claims;
import io.pliant.core.pool.Forecast;
import io.pliant.core.pool.NodeNeed;
import io.pliant.core.pool.PoolStanding;
import io.pliant.core.resource.NodeCapacity;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps nodes for the first job that waits here and that this partition can hold alone, whatever
 * its policy promises: who lends does not put it off, but for jobs that go before it in the pool.
 *
 * <p><b>Source.</b> The shadow time of EASY (A. Mu'alem and D. Feitelson, IEEE TPDS 12(6), 2001).
 */
final class HeadGuard implements Lending.Guard {
  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  private final int idle;
  private final Instant now;
  private final @Nullable Claim head;
  private final Claims claims;
  private final Forecast forecast;

  private HeadGuard(int idle, Instant now, @Nullable Claim head, Claims claims, Forecast forecast) {
    this.idle = idle;
    this.now = now;
    this.head = head;
    this.claims = claims;
    this.forecast = forecast;
  }

  /**
   * @param idle number of idle nodes
   * @param waiting jobs that could not start and that all nodes here could hold, in order
   * @param like capacity of a node here, or null when there is none
   * @param pledged what is promised to jobs of the pool
   */
  static HeadGuard of(
      PartitionState state,
      int idle,
      List<JobId> waiting,
      @Nullable NodeCapacity like,
      Claims pledged,
      Instant now) {
    if (like == null || (waiting.isEmpty() && pledged.all().isEmpty())) {
      Forecast none = Forecast.of(now, idle, Collections.emptySortedMap());
      return new HeadGuard(idle, now, null, Claims.none(), none);
    }
    Forecast forecast = Forecast.of(now, idle, LeaseRules.ends(state, now));
    int ever = forecast.free().lastEntry().getValue();
    for (JobId id : waiting) {
      QueuedJob job = state.waiting(id);
      NodeNeed need = job == null ? NodeNeed.NEVER : NodeNeed.of(job.resources(), like);
      boolean fits = need.possible() && need.nodes() <= ever;
      if (job != null && fits && !pledged.all().containsKey(rank(job))) {
        Instant at = when(pledged.leftFor(rank(job), forecast), need.nodes());
        if (at != null) {
          Claim claim = new Claim(rank(job), need.nodes(), at, end(job, at));
          return new HeadGuard(idle, now, claim, pledged.with(claim), forecast);
        }
      }
    }
    return new HeadGuard(idle, now, null, pledged, forecast);
  }

  private static @Nullable Instant when(Forecast forecast, int nodes) {
    for (var entry : forecast.free().entrySet()) {
      if (entry.getValue() >= nodes) {
        return entry.getKey();
      }
    }
    return null;
  }

  /** Place of a job in the order of its pool: that of submission, the same for all partitions. */
  static Rank rank(QueuedJob job) {
    return new Rank(0, job.submittedAt(), job.job());
  }

  /** When a job ends that starts then, by its limit. */
  static Instant end(QueuedJob job, Instant start) {
    Duration limit = Objects.requireNonNull(job.timeLimit(), "an enqueued job has a time limit");
    Duration left = Duration.between(start, LATEST);
    return limit.compareTo(left) < 0 ? start.plus(limit) : LATEST;
  }

  @Override
  public int most(Rank rank, Instant end) {
    return Math.min(idle, claims.most(rank, end, now, forecast));
  }

  /** All that is promised, to the head here too. */
  Claims claims() {
    return claims;
  }

  /** Rank of the first job that waits here and could start here, or null. */
  @Nullable Rank first() {
    return head == null ? null : head.rank();
  }

  /**
   * What of the idle nodes is promised to somebody, or null when nothing is.
   *
   * @param offered those of them that are kept for who collects
   */
  PoolStanding.@Nullable Promised promised(int offered) {
    Instant first = null;
    for (Claim claim : claims.all().values()) {
      first = first == null || claim.at().isBefore(first) ? claim.at() : first;
    }
    if (first == null) {
      return null;
    }
    Rank last = new Rank(Rank.GROWTH, Instant.MAX, new JobId(Long.MAX_VALUE));
    int left = Math.max(0, most(last, Instant.MAX) - offered);
    return new PoolStanding.Promised(first.isBefore(now) ? now : first, left);
  }

  /** The same for a job of this partition, which the head goes before whatever their ranks. */
  int mostHere(QueuedJob job, Instant end) {
    Rank rank = rank(job);
    int most = most(rank, end);
    Claim before = head;
    return before == null || before.rank().equals(rank) || !end.isAfter(before.at())
        ? most
        : Math.clamp(forecast.at(before.at()) - before.nodes(), 0, most);
  }
}
