package io.pliant.runtime.controller;

import io.pliant.actors.cluster.ClusterNodeSettings;
import io.pliant.journal.raft.GroupStatus;
import io.pliant.journal.raft.JournalGroup;
import io.pliant.journal.raft.JournalMember;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.ClusterEvent.CurrentClusterState;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks now and then who leads the groups of the journal, and has another controller lead one where
 * {@link LeadBalance} says so: after a start, when a controller has come or come back, and when
 * this one has become slow. Who gives a group back soon is given none for a while.
 */
final class LeadBalancer {
  private static final Logger LOG = LoggerFactory.getLogger(LeadBalancer.class);
  private static final Duration EACH = Duration.ofSeconds(3);

  /** So many looks in a row a controller must have been seen before it is given anything. */
  private static final int LOOKS = 4;

  /** Log entries that take so long in the mean are slow, if there are enough of them. */
  private static final double SLOW_SECONDS = 1;

  private static final int FEWEST = 3;

  /** Who gives a group back within this time. */
  private static final Duration SOON = Duration.ofMinutes(2);

  private static final Duration UNWILLING_FOR = Duration.ofMinutes(10);

  /**
   * How long one is left alone to whom a group could not be given, twice as long each further time:
   * the group takes no writes while that is tried.
   */
  private static final Duration FAILED_FOR = Duration.ofSeconds(10);

  private static final int MOST_DOUBLINGS = 5;

  private final ActorSystem<?> system;
  private final JournalMember journal;
  private final String self;
  private final Map<Life, Integer> seen = new HashMap<>();
  private final Map<Integer, Long> entries = new HashMap<>();
  private final Map<Integer, Given> given = new HashMap<>();
  private final Map<Life, Long> unwilling = new HashMap<>(); // until when
  private final Map<Life, Integer> failures = new HashMap<>();
  private long appends;
  private double seconds;
  private int slowLooks;
  private boolean giving;

  /** A controller from its start to its end; when it comes back that is another life. */
  private record Life(String name, long uid) {}

  /** When a group was given to whom. */
  private record Given(Life to, long nanos) {}

  private LeadBalancer(ActorSystem<?> system, JournalMember journal, String self) {
    this.system = system;
    this.journal = journal;
    this.self = self;
  }

  /** Looks until the actor system ends; does nothing where there is one group alone. */
  static void start(ActorSystem<?> system, JournalMember journal, String self) {
    if (journal.groups().size() > 1) {
      LeadBalancer balancer = new LeadBalancer(system, journal, self);
      Cancellable looks =
          system
              .scheduler()
              .scheduleWithFixedDelay(EACH, EACH, balancer::tryToLook, system.executionContext());
      system.getWhenTerminated().whenComplete((_, _) -> looks.cancel());
    }
  }

  /** A failed look must not be the last one. */
  private void tryToLook() {
    try {
      look();
    } catch (RuntimeException e) {
      LOG.warn("Could not look who leads the groups of the journal: {}", e.toString());
    }
  }

  private synchronized void look() {
    Set<Life> living = living();
    long now = System.nanoTime();
    List<LeadBalance.Group> groups = new ArrayList<>();
    for (JournalGroup group : journal.groups()) {
      groups.add(seen(group));
    }
    remember(groups, now);
    Set<String> ready =
        living.stream()
            .filter(life -> seen.getOrDefault(life, 0) >= LOOKS)
            .filter(life -> unwilling.getOrDefault(life, now) - now <= 0)
            .map(Life::name)
            .collect(Collectors.toCollection(TreeSet::new));
    slowLooks = slow() ? slowLooks + 1 : 0;
    if (giving) {
      return;
    }
    if (slowLooks >= LOOKS) {
      slowLooks = 0;
      give(LeadBalance.relieve(self, groups, ready), "since writes take long here", now);
    } else {
      give(LeadBalance.decide(self, groups, ready), "which leads fewer groups", now);
    }
  }

  /** Whether those to whom something was given have given it back; one that has died has not. */
  private void remember(List<LeadBalance.Group> groups, long now) {
    unwilling.keySet().retainAll(seen.keySet());
    failures.keySet().retainAll(seen.keySet());
    given
        .values()
        .removeIf(gift -> now - gift.nanos() > SOON.toNanos() || !seen.containsKey(gift.to()));
    for (LeadBalance.Group group : groups) {
      Given gift = given.get(group.number());
      if (gift != null && self.equals(group.leader()) && now - gift.nanos() > EACH.toNanos()) {
        unwilling.put(gift.to(), now + UNWILLING_FOR.toNanos());
        given.remove(group.number());
      }
    }
  }

  /** Whether log entries took long since the look before. */
  private boolean slow() {
    long count = 0;
    double sum = 0;
    for (JournalGroup group : journal.groups()) {
      JournalGroup.Appends all = group.appends();
      count += all.counts().stream().mapToLong(Long::longValue).sum();
      sum += all.seconds();
    }
    long entriesNow = count - appends;
    double secondsNow = sum - seconds;
    appends = count;
    seconds = sum;
    return entriesNow >= FEWEST && secondsNow / entriesNow > SLOW_SECONDS;
  }

  /** The other controllers of the journal that are up and can be reached; counts that each is. */
  private Set<Life> living() {
    Set<String> members = new HashSet<>();
    for (JournalGroup group : journal.groups()) {
      group.standings().forEach(member -> members.add(member.name()));
    }
    members.remove(self);
    CurrentClusterState state = Cluster.get(system).state();
    Set<Life> living = new HashSet<>();
    for (Member member : state.getMembers()) {
      if (member.status().equals(MemberStatus.up()) && !state.getUnreachable().contains(member)) {
        members.stream()
            .filter(name -> member.hasRole(ClusterNodeSettings.role(name)))
            .forEach(name -> living.add(new Life(name, member.uniqueAddress().longUid())));
      }
    }
    seen.keySet().retainAll(living);
    living.forEach(life -> seen.merge(life, 1, Integer::sum));
    return living;
  }

  private LeadBalance.Group seen(JournalGroup group) {
    Map<String, Long> behind = new HashMap<>();
    for (GroupStatus.Standing member : group.standings()) {
      if (member.behind() >= 0) {
        behind.put(member.name(), member.behind());
      }
    }
    long now = group.written();
    Long before = entries.put(group.number(), now);
    @Nullable String leader = group.leader();
    return new LeadBalance.Group(group.number(), leader, before == null ? 0 : now - before, behind);
  }

  private void give(LeadBalance.@Nullable Gift gift, String why, long now) {
    if (gift == null) {
      return;
    }
    giving = true;
    seen.keySet().stream()
        .filter(life -> life.name().equals(gift.to()))
        .forEach(life -> given.put(gift.group(), new Given(life, now)));
    LOG.info("Group {} of the journal is to be led by {}, {}.", gift.group(), gift.to(), why);
    journal
        .groups()
        .get(gift.group())
        .lead(gift.to())
        .whenComplete((_, failure) -> {
          if (failure != null) {
            LOG.info("{} does not lead it yet: {}", gift.to(), failure.getMessage());
          }
          done(failure == null ? null : gift);
        });
  }

  private synchronized void done(LeadBalance.@Nullable Gift refused) {
    giving = false;
    Given gift = refused == null ? null : given.remove(refused.group());
    if (gift != null) {
      int failed = failures.merge(gift.to(), 1, Integer::sum);
      Duration pause = FAILED_FOR.multipliedBy(1L << Math.min(failed - 1, MOST_DOUBLINGS));
      unwilling.put(gift.to(), System.nanoTime() + pause.toNanos());
    }
  }
}
