package io.pliant.core.lending;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.BorrowerState;
import io.pliant.core.lease.Borrowing;
import io.pliant.core.lease.Rank;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.GrowthRules;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.pool.LenderChoice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Running jobs for which nodes are sought in the pool. Each has one collection, behind all jobs
 * that wait, and is told what came of it within seconds: its program goes on meanwhile.
 */
final class Growths {
  /** What partitions say that they have may be old: so long they are asked again. */
  private static final Duration LOOKS_FOR = Duration.ofMillis(1500);

  /**
   * As long as this a growth waits for others that collect: with its collection that is less than
   * the 10 s for which an operator's command waits.
   */
  private static final Duration WAITS_FOR = Duration.ofSeconds(2);

  private static final int MOST = 1_000;

  private final PartitionName self;
  private final Hearsay hearsay;
  private final TreeMap<JobId, Growth> growths = new TreeMap<>();
  private final List<Grown> over = new ArrayList<>();
  private boolean fresh;

  /**
   * One of them.
   *
   * @param begun nodes are being collected
   */
  private record Growth(GrowthRules.Wanted wanted, Instant since, boolean begun) {}

  Growths(PartitionName self, Hearsay hearsay) {
    this.self = self;
    this.hearsay = hearsay;
  }

  /** Takes in what a job wants, instead of what it wanted before. */
  void want(GrowthRules.Wanted wanted, Instant now) {
    JobId job = wanted.attempt().job();
    Growth before = growths.get(job);
    fresh = true;
    if (before != null && before.wanted().isRepeatedBy(wanted)) {
      return;
    }
    if (before != null) {
      over.add(new Grown(before.wanted(), "something else was asked for since"));
    } else if (growths.size() >= MOST) {
      over.add(new Grown(wanted, "nodes are being collected for too many jobs"));
      return;
    }
    growths.put(job, new Growth(wanted, now, false));
  }

  /** True when something was wanted since the last time that something came of them. */
  boolean pending() {
    return fresh;
  }

  /** What is collected for an attempt, as long as it may have that; else null. */
  GrowthRules.@Nullable Wanted growing(PartitionState state, AttemptId attempt) {
    Growth known = growths.get(attempt.job());
    return known != null
            && known.begun()
            && known.wanted().attempt().equals(attempt)
            && GrowthRules.refusal(state, known.wanted()) == null
        ? known.wanted()
        : null;
  }

  /** A collection was given up; false when it was none of these. */
  boolean failed(JobId job) {
    Growth known = growths.get(job);
    if (known == null || !known.begun()) {
      return false;
    }
    growths.remove(job);
    over.add(new Grown(known.wanted(), tooFew()));
    return true;
  }

  /** A growth has begun in the ledger. */
  void begun(JobId job) {
    Growth known = growths.remove(job);
    if (known != null) {
      over.add(new Grown(known.wanted(), null));
    }
  }

  /** What came of them since the last time. */
  List<Grown> over() {
    List<Grown> all = List.copyOf(over);
    over.clear();
    fresh = false;
    return all;
  }

  /**
   * What to ask of others for one of them now, or null for nothing.
   *
   * @param collecting collections that are on their way
   */
  Borrowing.@Nullable Wish next(PartitionState state, BorrowerState collecting, Instant now) {
    for (Growth growth : List.copyOf(growths.values())) {
      GrowthRules.Wanted wanted = growth.wanted();
      String refusal = GrowthRules.refusal(state, wanted);
      if (growth.begun()) {
        continue;
      }
      if (refusal == null && collecting.collections().size() < Collecting.AT_ONCE) {
        Borrowing.Wish wish = wish(state, wanted, now);
        if (wish != null) {
          growths.put(wanted.attempt().job(), new Growth(wanted, growth.since(), true));
          return wish;
        }
        refusal = growth.since().plus(LOOKS_FOR).isAfter(now) ? null : tooFew();
      } else if (refusal == null && growth.since().plus(WAITS_FOR).isBefore(now)) {
        refusal = "nodes are being collected for other jobs";
      }
      if (refusal != null) {
        growths.remove(wanted.attempt().job());
        over.add(new Grown(wanted, refusal));
      }
    }
    return null;
  }

  /** True when it helps to hear what others have. */
  boolean hungry() {
    return !growths.isEmpty();
  }

  private Borrowing.@Nullable Wish wish(
      PartitionState state, GrowthRules.Wanted wanted, Instant now) {
    Grant grant = Objects.requireNonNull(GrowthRules.grant(state, wanted.attempt()));
    int more = wanted.nodes() - grant.allocation().slices().size();
    int need = more - Math.min(more - 1, GrowthRules.own(state, wanted, now));
    List<Map.Entry<PartitionName, Integer>> others =
        hearsay.others(wanted.attempt().job(), grant.expectedEnd());
    SortedMap<PartitionName, Integer> ask = LenderChoice.ask(self, need, 0, others);
    return ask.isEmpty()
        ? null
        : new Borrowing.Wish(
            new Rank(Rank.GROWTH, grant.job().submittedAt(), grant.job().job()),
            grant.attempt(),
            need,
            ask,
            now.plus(Dealings.PATIENCE),
            grant.expectedEnd());
  }

  private String tooFew() {
    StringBuilder said =
        new StringBuilder("too few nodes are free here and in its pool, which has");
    String comma = " ";
    for (var each : hearsay.sight().others().entrySet()) {
      said.append(comma).append(each.getValue().free()).append(" of ").append(each.getKey());
      comma = ", ";
    }
    return comma.isBlank()
        ? "too few nodes are free here, and its pool is silent"
        : said.toString();
  }
}
