package io.pliant.actors.cluster;

import io.pliant.actors.cluster.ClusterNodeSettings.JournalLead;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.sharding.ShardCoordinator;
import org.apache.pekko.cluster.typed.Cluster;
import org.jspecify.annotations.Nullable;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;

/**
 * Has all entities live on the controller whose member of the journal leads. What a job, its
 * partition and its nodes tell each other, and what they write, then stays in one process; the
 * other controllers keep copies, serve clients, and take over. The election decides which one that
 * is. Used by the coordinator of one kind of entity, on its thread and on the timer's.
 */
final class LeaderPlacement extends ShardCoordinator.AbstractShardAllocationStrategy {
  /** Shards that move at a time, of one kind. */
  private static final int MOST_MOVING = 200;

  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  /** While nobody leads no entity could be read anyway; after so many looks it goes anywhere. */
  private static final int LOOKS = 20;

  private final ActorSystem<?> system;
  private final JournalLead lead;
  private @Nullable String seen;

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
    look(shards.keySet(), LOOKS, home);
    return FutureConverters.asScala(home);
  }

  private void look(Set<ActorRef> regions, int looks, CompletableFuture<ActorRef> home) {
    if (looks > 0 && lead.leader() == null) {
      system
          .scheduler()
          .scheduleOnce(
              LOOK_AGAIN, () -> look(regions, looks - 1, home), system.executionContext());
      return;
    }
    ActorRef region = leading(regions);
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

  /** A new leader is followed when it still leads one interval later. */
  private Set<String> strays(
      Map<ActorRef, scala.collection.immutable.IndexedSeq<String>> shards, Set<String> moving) {
    String before = seen;
    seen = lead.leader();
    ActorRef home = leading(shards.keySet());
    if (home == null || seen == null || !seen.equals(before)) {
      return Set.of();
    }
    return strays(
        shards.keySet().stream()
            .filter(r -> !r.equals(home))
            .map(r -> CollectionConverters.asJava(shards.get(r))),
        moving,
        MOST_MOVING);
  }

  /**
   * Shards to be moved now.
   *
   * @param elsewhere shards of each controller that does not lead
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

  private @Nullable ActorRef leading(Set<ActorRef> regions) {
    String name = lead.leader();
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
