package io.pliant.core.lending;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.Rank;
import io.pliant.core.partition.LeaseRules;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.pool.Claim;
import io.pliant.core.pool.Claims;
import io.pliant.core.pool.Forecast;
import io.pliant.core.pool.PoolStanding;
import io.pliant.core.reservation.Reservation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a partition has promised to jobs that its pool is to start together. A promise holds as long
 * as its owner says it again, and against jobs behind its rank; rounds see it as a reservation.
 */
final class Pledges {
  private static final Duration HOLDS = Duration.ofSeconds(16);
  private static final int MOST = 64;

  /** A place that slips by this part of the time until then, is kept. */
  private static final int SLIP_PART = 16;

  private static final Duration MOST_SLIP = Duration.ofMinutes(1);

  /** Points of a forecast that are told: the first ones, and the last. */
  private static final int MOST_POINTS = 256;

  private final PartitionName self;
  private final TreeMap<Rank, Pledge> pledges = new TreeMap<>();
  private final TreeMap<PartitionName, Newest> newest = new TreeMap<>();
  private int revision;

  /** The newest word of an owner that claims or lets go. */
  private record Newest(long term, long number) {}

  /**
   * One promise.
   *
   * @param ready its owner was told that it can be kept now
   * @param warned its owner was told that it cannot be kept at its time
   * @param hinted its owner was told that there may be an earlier place
   */
  private record Pledge(
      Claim claim,
      PartitionName owner,
      Instant heard,
      boolean ready,
      boolean warned,
      boolean hinted) {
    Pledge with(boolean nowReady, boolean nowWarned, boolean nowHinted) {
      return new Pledge(claim, owner, heard, nowReady, nowWarned, nowHinted);
    }
  }

  Pledges(PartitionName self) {
    this.self = self;
  }

  /** Changes with each promise that is made or forgotten. */
  int revision() {
    return revision;
  }

  boolean isEmpty() {
    return pledges.isEmpty();
  }

  Claims claims() {
    Claims claims = Claims.none();
    for (Pledge pledge : pledges.values()) {
      claims = claims.with(pledge.claim());
    }
    return claims;
  }

  static Forecast forecast(PartitionState state, Instant now) {
    return Forecast.of(now, LeaseRules.idle(state, now).size(), LeaseRules.ends(state, now));
  }

  /** Answers who seeks a place. */
  PoolWord.Foresees foresee(Rank rank, Claims known, Deal deal, PoolStanding standing) {
    Pledge own = pledges.get(rank);
    if (own != null) {
      pledges.put(rank, own.with(own.ready(), own.warned(), false));
    }
    Forecast left = known.leftFor(rank, forecast(deal.state(), deal.now()));
    List<PoolWord.Free> points = new ArrayList<>();
    left.free().forEach((at, nodes) -> points.add(new PoolWord.Free(at, nodes)));
    if (points.size() > MOST_POINTS) {
      points.subList(MOST_POINTS - 1, points.size() - 1).clear();
    }
    return new PoolWord.Foresees(self, standing, rank, points);
  }

  void take(PoolWord.Claims word, Deal deal) {
    if (isNew(word.from(), word.standing().term(), word.number())) {
      promise(word.claim(), word.from(), deal);
    }
  }

  void take(PoolWord.Unclaims word, Deal deal, PoolStanding standing) {
    if (isNew(word.from(), word.standing().term(), word.number())) {
      forget(word.rank(), deal, standing);
    }
  }

  private boolean isNew(PartitionName owner, long term, long number) {
    Newest before = newest.get(owner);
    boolean is =
        before == null
            || term > before.term()
            || (term == before.term() && number > before.number());
    if (is) {
      newest.put(owner, new Newest(term, number));
    }
    return is;
  }

  private void promise(Claim claim, PartitionName owner, Deal deal) {
    Pledge before = pledges.get(claim.rank());
    if (before == null && (pledges.size() >= MOST || hasItsNodes(claim.rank().job(), deal))) {
      return;
    }
    Pledge same = before != null && before.claim().equals(claim) ? before : null;
    revision += same == null ? 1 : 0;
    if (before != null && same == null) {
      deal.wantRound(); // it may leave more than before to those behind it
    }
    pledges.put(
        claim.rank(),
        new Pledge(
            claim,
            owner,
            deal.now(),
            false, // said again each time, since words may be lost
            same != null && same.warned(),
            same != null && same.hinted()));
  }

  /** True when nodes here are lent to the job already: its claim comes late. */
  private static boolean hasItsNodes(JobId job, Deal deal) {
    return deal.state().leases().lender().lent().values().stream()
        .anyMatch(loan -> !loan.growth() && loan.tenant().job().equals(job));
  }

  /**
   * The promise is not needed any more: the first behind it may find an earlier place. When that
   * moves, the next one is told.
   */
  private void forget(Rank rank, Deal deal, PoolStanding standing) {
    if (pledges.remove(rank) == null) {
      return;
    }
    revision++;
    deal.wantRound();
    Map.Entry<Rank, Pledge> next = pledges.higherEntry(rank);
    if (next != null && !next.getValue().hinted()) {
      Pledge pledge = next.getValue();
      pledges.put(next.getKey(), pledge.with(pledge.ready(), pledge.warned(), true));
      deal.say(pledge.owner(), new PoolWord.Elsewhere(self, standing, next.getKey(), false));
    }
  }

  /**
   * What was promised to a job is lent to it now. Nobody behind it is told: they have counted on
   * that. What it does not need after all may be used at once.
   */
  void kept(JobId job, int lent, Deal deal) {
    for (Map.Entry<Rank, Pledge> each : List.copyOf(pledges.entrySet())) {
      if (each.getKey().job().equals(job)) {
        pledges.remove(each.getKey());
        revision++;
        if (each.getValue().claim().nodes() > lent) {
          deal.wantRound();
        }
      }
    }
  }

  /** Forgets promises of owners that are silent. */
  void passTime(Deal deal, PoolStanding standing) {
    Instant since = deal.now().minus(HOLDS);
    for (Map.Entry<Rank, Pledge> each : List.copyOf(pledges.entrySet())) {
      if (each.getValue().heard().isBefore(since)) {
        forget(each.getKey(), deal, standing);
      }
    }
  }

  /**
   * Tells owners whose promise can be kept now, or no longer, or not even at its time.
   *
   * @param all what is promised, to the first job that waits here too
   */
  void tellOwners(Claims all, Deal deal, PoolStanding standing) {
    if (pledges.isEmpty()) {
      return;
    }
    Forecast forecast = forecast(deal.state(), deal.now());
    int before = 0;
    for (Map.Entry<Rank, Claim> each : all.all().entrySet()) {
      Rank rank = each.getKey();
      Claim claim = each.getValue();
      before += claim.nodes();
      Pledge pledge = pledges.get(rank);
      if (pledge == null) {
        continue;
      }
      boolean ready = forecast.at(deal.now()) >= before;
      if (ready != pledge.ready()) {
        deal.say(pledge.owner(), new PoolWord.Ready(self, standing, rank, ready));
      }
      boolean broken =
          claim.at().isAfter(deal.now())
              && all.leftFor(rank, forecast).at(slipped(claim.at(), deal.now())) < claim.nodes();
      if (broken && !pledge.warned()) {
        deal.say(pledge.owner(), new PoolWord.Elsewhere(self, standing, rank, true));
      }
      pledges.put(rank, pledge.with(ready, pledge.warned() || broken, pledge.hinted()));
    }
  }

  /**
   * The jobs before it may start a little later than they said, and so end later: no other place is
   * sought for that.
   */
  private static Instant slipped(Instant at, Instant now) {
    Duration slip = Duration.between(now, at).dividedBy(SLIP_PART);
    return at.plus(slip.compareTo(MOST_SLIP) < 0 ? slip : MOST_SLIP);
  }

  /**
   * The promises as windows in which their nodes are set aside; those nodes that come free first.
   *
   * @param first rank of the first job that waits here and could start here, which goes before
   *     those behind it; or null
   */
  List<Reservation> windows(PartitionState state, @Nullable Rank first, Instant now) {
    if (pledges.isEmpty()) {
      return List.of();
    }
    TreeMap<NodeName, Instant> free = LeaseRules.freeAt(state, now);
    List<NodeName> order =
        free.entrySet().stream()
            .sorted(
                Comparator.comparing(Map.Entry<NodeName, Instant>::getValue)
                    .thenComparing(Map.Entry::getKey))
            .map(Map.Entry::getKey)
            .toList();
    List<Reservation> windows = new ArrayList<>();
    int next = 0;
    for (Pledge pledge : pledges.values()) {
      Claim claim = pledge.claim();
      if (first != null && first.compareTo(claim.rank()) < 0) {
        break;
      }
      int end = Math.min(order.size(), next + claim.nodes());
      for (int i = next; i < end; i += Reservation.MOST_NODES) {
        windows.add(
            window(
                claim, i - next, order.subList(i, Math.min(end, i + Reservation.MOST_NODES)), now));
      }
      next = end;
    }
    return windows;
  }

  private static Reservation window(Claim claim, int number, List<NodeName> nodes, Instant now) {
    JobId job = claim.rank().job();
    Instant at = claim.at().isBefore(now) ? now : claim.at();
    Instant begin = at.truncatedTo(ChronoUnit.MILLIS);
    Instant end = claim.end().isAfter(begin) ? claim.end() : begin.plusMillis(1);
    return new Reservation(
        "pool-%s%s".formatted(job, number == 0 ? "" : "-" + number),
        begin,
        end,
        List.copyOf(new TreeSet<>(nodes)),
        List.of(),
        true,
        true);
  }
}
