package io.pliant.core.lending;

import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
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
   * @param free what it was told last
   */
  private record Listener(Instant until, int free, Instant told) {}

  Hearsay(PartitionName self, @Nullable PoolSettings pool) {
    this.self = self;
    this.pool = pool;
    this.sight = new PoolSight(pool, Collections.emptySortedMap());
  }

  PoolSight sight() {
    return sight;
  }

  /** What the others said that they have free, in an order that each job has alone. */
  List<Map.Entry<PartitionName, Integer>> others(JobId job) {
    List<Map.Entry<PartitionName, Integer>> others = new ArrayList<>();
    sight.others().forEach((name, standing) -> others.add(Map.entry(name, standing.free())));
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
      listeners.put(from, new Listener(now.plus(TOLD_FOR), -1, Instant.MIN));
    }
    return before == null || before.free() < word.standing().free();
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
      boolean news = one.free() < 0 || standing.free() > one.free();
      if (news && one.told().isBefore(now.minus(TELLS_AGAIN))) {
        deal.say(each.getKey(), new PoolWord.Stands(self, standing, false));
        each.setValue(new Listener(one.until(), standing.free(), now));
      } else if (standing.free() < one.free()) {
        each.setValue(new Listener(one.until(), standing.free(), one.told()));
      }
    }
  }
}
