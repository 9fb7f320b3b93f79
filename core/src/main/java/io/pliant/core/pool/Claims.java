package io.pliant.core.pool;

import io.pliant.core.lease.Lending;
import io.pliant.core.lease.Rank;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * What a partition has promised to jobs of its pool.
 *
 * <p><b>Rule.</b> As EASY does for the head of a queue: who comes later may have idle nodes while
 * it ends, by its limit, before a claim begins, or while enough nodes are left for the claim then.
 * A claim holds against those behind it in rank alone.
 */
public record Claims(SortedMap<Rank, Claim> all) {
  public Claims {
    all = Collections.unmodifiableSortedMap(new TreeMap<>(all));
  }

  public static Claims none() {
    return new Claims(Collections.emptySortedMap());
  }

  /** With a claim instead of the one that its job had. */
  public Claims with(Claim claim) {
    TreeMap<Rank, Claim> claims = new TreeMap<>(all);
    claims.put(claim.rank(), claim);
    return new Claims(claims);
  }

  /** Without the claim of a job, as when it has started. */
  public Claims without(Rank rank) {
    TreeMap<Rank, Claim> claims = new TreeMap<>(all);
    claims.remove(rank);
    return new Claims(claims);
  }

  /**
   * How many nodes may go now to a job, so that no claim before it is put off.
   *
   * @param rank of the job
   * @param end when it ends at the latest
   */
  public int most(Rank rank, Instant end, Instant now, Forecast forecast) {
    List<Claim> before = new ArrayList<>(all.headMap(rank).values());
    before.sort(Comparator.comparing(Claim::at));
    int most = forecast.at(now);
    int promised = 0;
    for (Claim claim : before) {
      Instant at = claim.at().isBefore(now) ? now : claim.at();
      if (!end.isAfter(at)) {
        break;
      }
      promised += claim.nodes();
      most = Math.min(most, forecast.at(at) - promised);
    }
    return Math.max(0, most);
  }

  /**
   * What is left for a job of this rank, if the claims before it are kept: their nodes count as in
   * use from now until their ends.
   */
  public Forecast leftFor(Rank rank, Forecast forecast) {
    if (all.isEmpty() || all.firstKey().compareTo(rank) >= 0) {
      return forecast;
    }
    TreeMap<Instant, Integer> over = new TreeMap<>();
    int promised = 0;
    for (Claim claim : all.headMap(rank).values()) {
      over.merge(claim.end(), claim.nodes(), Integer::sum);
      promised += claim.nodes();
    }
    TreeSet<Instant> times = new TreeSet<>(forecast.free().keySet());
    times.addAll(over.keySet());
    TreeMap<Instant, Integer> left = new TreeMap<>();
    for (Instant time : times) {
      promised -= takeUntil(time, over);
      left.put(time, Math.max(0, forecast.at(time) - promised));
    }
    return new Forecast(left);
  }

  /** Takes off the nodes that are over by then. */
  private static int takeUntil(Instant time, TreeMap<Instant, Integer> over) {
    int nodes = 0;
    while (!over.isEmpty() && !over.firstKey().isAfter(time)) {
      nodes += over.pollFirstEntry().getValue();
    }
    return nodes;
  }

  /** For those who lend; the forecast is made when somebody asks. */
  public Lending.Guard guard(Instant now, Supplier<Forecast> forecast) {
    return (rank, end) -> most(rank, end, now, forecast.get());
  }
}
