package io.pliant.core.lending;

import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.LeaseMessage;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.pool.PoolSettings;
import io.pliant.core.pool.PoolSight;
import io.pliant.core.pool.PoolStanding;
import io.pliant.core.resource.NodeCapacity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What partitions of a pool tell each other of themselves. Who wants nodes asks, and is told for a
 * while whenever some come free. How many nodes a partition has in all is told to everybody when it
 * changes, and again twice, since words may be lost. A pool at rest is silent.
 */
final class Hearsay {
  private static final Duration TOLD_FOR = Duration.ofSeconds(30);
  private static final Duration ASKS_AGAIN = Duration.ofSeconds(10);
  private static final Duration GREETS_AGAIN = Duration.ofSeconds(2);
  private static final Duration TELLS_AGAIN = Duration.ofMillis(200);
  private static final Instant LATER = Instant.MAX;
  private static final int MOST_DOUBLINGS = 4;
  private static final int ANNOUNCEMENTS = 3;
  private static final Duration REPEATS = Duration.ofSeconds(2);

  private final PartitionName self;
  private final @Nullable PoolSettings pool;
  private final TreeMap<PartitionName, Listener> listeners = new TreeMap<>();
  private PoolSight sight;
  private Instant asked = Instant.MIN;
  private Instant repeated = Instant.MIN;
  private boolean hungry;
  private int announced = -1;
  private int announcements;
  private Instant announcedAt = Instant.MIN;

  /**
   * One who wants to be told.
   *
   * @param free what it was told last, or less when there was less since; -1 for nothing yet
   * @param lasting the same of those that are promised to nobody
   * @param unused so often it was told and asked for nothing: it is told less often
   */
  private record Listener(Instant until, int free, int lasting, Instant told, int unused) {
    static Listener heard(@Nullable Listener before, Instant now) {
      int unused = before == null ? 0 : before.unused();
      return new Listener(now.plus(TOLD_FOR), -1, -1, Instant.MIN, unused);
    }

    Listener used() {
      return new Listener(until, free, lasting, told, 0);
    }

    boolean mayBeTold(Instant now) {
      return told.isBefore(now.minus(TELLS_AGAIN.multipliedBy(1L << unused)));
    }

    Listener told(PoolStanding standing, Instant now) {
      int more = Math.min(unused + 1, MOST_DOUBLINGS);
      return new Listener(until, standing.free(), standing.freeUntil(LATER), now, more);
    }

    Listener atMost(PoolStanding standing) {
      return new Listener(
          until,
          Math.min(free, standing.free()),
          Math.min(lasting, standing.freeUntil(LATER)),
          told,
          unused);
    }
  }

  Hearsay(PartitionName self, @Nullable PoolSettings pool) {
    this.self = self;
    this.pool = pool;
    this.sight = new PoolSight(pool, Collections.emptySortedMap());
  }

  PoolSight sight() {
    return sight;
  }

  /**
   * What the others said that they have free for a job that ends then, in an order that each job
   * has alone.
   */
  List<Map.Entry<PartitionName, Integer>> others(JobId job, Instant end) {
    List<Map.Entry<PartitionName, Integer>> others = new ArrayList<>();
    sight
        .others()
        .forEach((name, standing) -> others.add(Map.entry(name, standing.freeUntil(end))));
    if (!others.isEmpty()) {
      Collections.rotate(others, (int) (job.value() % others.size()));
    }
    return others;
  }

  /** Capacity of a node here or, when there is none, of one of another partition; or null. */
  @Nullable NodeCapacity like(PartitionState state) {
    if (!state.nodes().isEmpty()) {
      return state.nodes().firstEntry().getValue().capacity();
    }
    for (PoolStanding standing : sight.others().values()) {
      if (standing.like() != null) {
        return standing.like();
      }
    }
    return null;
  }

  /** True when its sender has more free than it said before. */
  boolean told(PoolWord word, Instant now) {
    PoolStanding before = sight.others().get(word.from());
    sight = sight.told(word.from(), word.standing());
    if (word instanceof PoolWord.Stands(PartitionName from, PoolStanding _, boolean asks) && asks) {
      listeners.put(from, Listener.heard(listeners.get(from), now));
    }
    if (word instanceof PoolWord.OfLease about && about.message() instanceof LeaseMessage.Ask) {
      listeners.computeIfPresent(word.from(), (_, one) -> one.used());
    }
    return before == null || word.standing().offersMoreThan(before);
  }

  /** This partition wants nodes of others, or does not. */
  void hungry(boolean now) {
    if (now && !hungry) {
      asked = Instant.MIN;
    }
    hungry = now;
  }

  /** True when what may be lost is to be said again. */
  boolean repeats(Instant now) {
    boolean is = repeated.isBefore(now.minus(REPEATS));
    repeated = is ? now : repeated;
    return is;
  }

  private void announce(PoolSettings known, Deal deal, PoolStanding standing) {
    if (standing.nodes() != announced) {
      announced = standing.nodes();
      announcements = ANNOUNCEMENTS;
      announcedAt = Instant.MIN;
    }
    if (announcements > 0 && announcedAt.isBefore(deal.now().minus(REPEATS))) {
      announcements--;
      announcedAt = deal.now();
      known
          .others(self)
          .forEach(other -> deal.say(other, new PoolWord.Stands(self, standing, false)));
    }
  }

  /** Asks, and tells those who asked. */
  void tell(Deal deal, PoolStanding standing) {
    Instant now = deal.now();
    PoolSettings known = pool;
    if (known == null) {
      return;
    }
    boolean greets = !sight.complete() && asked.isBefore(now.minus(GREETS_AGAIN));
    if (greets || (hungry && asked.isBefore(now.minus(ASKS_AGAIN)))) {
      asked = now;
      for (PartitionName other : known.others(self)) {
        if (hungry || !sight.others().containsKey(other)) {
          deal.say(other, new PoolWord.Stands(self, standing, hungry || greets));
        }
      }
    }
    announce(known, deal, standing);
    listeners.values().removeIf(each -> each.until().isBefore(now));
    for (Map.Entry<PartitionName, Listener> each : listeners.entrySet()) {
      Listener one = each.getValue();
      boolean news = standing.free() > one.free() || standing.freeUntil(LATER) > one.lasting();
      if (news && one.mayBeTold(now)) {
        deal.say(each.getKey(), new PoolWord.Stands(self, standing, false));
        each.setValue(one.told(standing, now));
      } else {
        each.setValue(one.atMost(standing));
      }
    }
  }
}
