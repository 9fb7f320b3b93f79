package io.pliant.actors.cluster;

import io.pliant.actors.cluster.ClusterNodeSettings.JournalLead;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.ClusterEvent;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.sharding.ShardCoordinator;
import org.apache.pekko.cluster.typed.Cluster;
import org.jspecify.annotations.Nullable;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;

/**
 * Has all entities of a group of the journal live on the controller whose member of the group
 * leads. What a job, its partition and its nodes tell each other, and what they write, then stays
 * in one process; the other controllers keep copies, serve clients, and take over. The election
 * decides which one that is. Used by the coordinator of one kind of entity, on its thread and on
 * the timer's.
 */
final class LeaderPlacement extends ShardCoordinator.AbstractShardAllocationStrategy {
  /** Shards that move at a time, of one kind. */
  private static final int MOST_MOVING = 200;

  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  /** While nobody leads no entity could be read anyway; after so many looks it goes anywhere. */
  private static final int LOOKS = 20;

  private final ActorSystem<?> system;
  private final JournalLead lead;
  private Map<Integer, String> seen = Map.of();

  /**
   * A placement.
   *
   * @param lead which member of the journal leads
   */
  LeaderPlacement(ActorSystem<?> system, JournalLead lead) {
    this.system = system;
    this.lead = lead;
  }

  @Override
  public Future<ActorRef> allocateShard(
      ActorRef requester,
      String shard,
      Map<ActorRef, scala.collection.immutable.IndexedSeq<String>> shards) {
    CompletableFuture<ActorRef> home = new CompletableFuture<>();
    look(EntityGroups.ofShard(shard), shards.keySet(), LOOKS, home);
    return FutureConverters.asScala(home);
  }

  private void look(int group, Set<ActorRef> regions, int looks, CompletableFuture<ActorRef> home) {
    if (looks > 0 && lead.leader(group) == null) {
      system
          .scheduler()
          .scheduleOnce(
              LOOK_AGAIN, () -> look(group, regions, looks - 1, home), system.executionContext());
      return;
    }
    ActorRef region = leading(lead.leader(group), regions);
    home.complete(region == null ? substitute(regions) : region);
  }

  /**
   * Where all go that cannot go to the leader, which may not have joined the cluster again: to one
   * controller, the same for entities of all kinds.
   */
  private ActorRef substitute(Set<ActorRef> regions) {
    Cluster cluster = Cluster.get(system);
    return Collections.min(regions, Comparator.comparing(r -> address(r, cluster).toString()));
  }

  @Override
  public Future<Set<String>> rebalance(
      Map<ActorRef, scala.collection.immutable.IndexedSeq<String>> shards, Set<String> moving) {
    return Future.successful(strays(shards, moving));
  }

  /**
   * A new leader of a group is followed when it still leads one interval later. Nothing is moved
   * away from a controller that may be dead: its shards get new homes once it is removed, but a
   * move that it does not answer keeps them homeless until Pekko's time-out of a hand-off.
   */
  private Set<String> strays(
      Map<ActorRef, scala.collection.immutable.IndexedSeq<String>> shards, Set<String> moving) {
    Map<ActorRef, List<String>> held = new HashMap<>();
    Set<Integer> groups = new TreeSet<>();
    shards.forEach((region, ids) -> {
      List<String> all = CollectionConverters.asJava(ids);
      held.put(region, all);
      all.forEach(shard -> groups.add(EntityGroups.ofShard(shard)));
    });
    Map<Integer, String> before = seen;
    seen = leaders(groups);
    Map<Integer, ActorRef> homes = new HashMap<>();
    seen.forEach((group, leader) -> {
      ActorRef home = leading(leader, held.keySet());
      if (home != null && leader.equals(before.get(group))) {
        homes.put(group, home);
      }
    });
    Set<Address> answering = answering();
    Cluster cluster = Cluster.get(system);
    return strays(
        held.entrySet().stream()
            .filter(region -> answering.contains(address(region.getKey(), cluster)))
            .map(region ->
                region.getValue().stream()
                    .filter(shard -> {
                      ActorRef home = homes.get(EntityGroups.ofShard(shard));
                      return home != null && !home.equals(region.getKey());
                    })
                    .toList()),
        moving,
        MOST_MOVING);
  }

  /** Members that are up and that are heard of. */
  private Set<Address> answering() {
    ClusterEvent.CurrentClusterState state = Cluster.get(system).state();
    Set<Address> answering = new HashSet<>();
    for (Member member : state.getMembers()) {
      if (member.status().equals(MemberStatus.up()) && !state.getUnreachable().contains(member)) {
        answering.add(member.address());
      }
    }
    return answering;
  }

  private Map<Integer, String> leaders(Set<Integer> groups) {
    Map<Integer, String> leaders = new TreeMap<>();
    for (int group : groups) {
      String leader = lead.leader(group);
      if (leader != null) {
        leaders.put(group, leader);
      }
    }
    return leaders;
  }

  /**
   * Shards to be moved now.
   *
   * @param elsewhere shards of each controller whose place is with another one
   * @param moving shards that are on their way
   * @param most how many may be on their way together
   */
  static Set<String> strays(Stream<List<String>> elsewhere, Set<String> moving, int most) {
    Set<String> strays = new HashSet<>();
    elsewhere
        .flatMap(List::stream)
        .filter(s -> !moving.contains(s))
        .limit(Math.max(0, most - moving.size()))
        .forEach(strays::add);
    return strays;
  }

  private @Nullable ActorRef leading(@Nullable String name, Set<ActorRef> regions) {
    if (name == null) {
      return null;
    }
    Cluster cluster = Cluster.get(system);
    String role = ClusterNodeSettings.role(name);
    for (Member member : cluster.state().getMembers()) {
      if (member.hasRole(role) && member.status().equals(MemberStatus.up())) {
        return regions.stream()
            .filter(r -> address(r, cluster).equals(member.address()))
            .findFirst()
            .orElse(null);
      }
    }
    return null;
  }

  private static Address address(ActorRef region, Cluster cluster) {
    Address address = region.path().address();
    return address.hasLocalScope() ? cluster.selfMember().address() : address;
  }
}
