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
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.typed.Cluster;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks now and then who leads the groups of the journal, and has another controller lead one where
 * {@link LeadBalance} says so: after a start, and when a controller has come or come back.
 */
final class LeadBalancer {
  private static final Logger LOG = LoggerFactory.getLogger(LeadBalancer.class);
  private static final Duration EACH = Duration.ofSeconds(5);

  /** So many looks in a row a controller must have been seen before it is given anything. */
  private static final int LOOKS = 3;

  private final ActorSystem<?> system;
  private final JournalMember journal;
  private final String self;
  private final Map<String, Integer> seen = new HashMap<>();
  private final Map<Integer, Long> entries = new HashMap<>();
  private boolean giving;

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
              .scheduleWithFixedDelay(EACH, EACH, balancer::look, system.executionContext());
      system.getWhenTerminated().whenComplete((_, _) -> looks.cancel());
    }
  }

  private synchronized void look() {
    Set<String> ready = ready(LeaderHandOver.remaining(Cluster.get(system)));
    List<LeadBalance.Group> groups = new ArrayList<>();
    for (JournalGroup group : journal.groups()) {
      groups.add(seen(group));
    }
    LeadBalance.Gift gift = giving ? null : LeadBalance.decide(self, groups, ready);
    if (gift != null) {
      give(gift);
    }
  }

  private Set<String> ready(Set<String> roles) {
    Set<String> members = new HashSet<>();
    for (JournalGroup group : journal.groups()) {
      group.standings().forEach(member -> members.add(member.name()));
    }
    members.removeIf(name -> name.equals(self) || !roles.contains(ClusterNodeSettings.role(name)));
    seen.keySet().retainAll(members);
    members.forEach(name -> seen.merge(name, 1, Integer::sum));
    members.removeIf(name -> seen.getOrDefault(name, 0) < LOOKS);
    return members;
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

  private void give(LeadBalance.Gift gift) {
    giving = true;
    LOG.info(
        "Group {} of the journal is to be led by {}, which leads fewer groups.",
        gift.group(),
        gift.to());
    journal
        .groups()
        .get(gift.group())
        .lead(gift.to())
        .whenComplete((_, failure) -> {
          if (failure != null) {
            LOG.info("{} does not lead it yet: {}", gift.to(), failure.getMessage());
          }
          given();
        });
  }

  private synchronized void given() {
    giving = false;
  }
}
