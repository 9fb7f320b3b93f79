package io.pliant.actors.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.apache.pekko.testkit.javadsl.TestKit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import scala.collection.immutable.IndexedSeq;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeaderPlacementTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ActorTestKit kit = controller("c1");
  private final ActorTestKit second = controller("c2");

  private final AtomicReference<@Nullable String> leader = new AtomicReference<>();
  private final LeaderPlacement placement = new LeaderPlacement(kit.system(), _ -> leader.get());

  /** Regions are known by their address; that of this process has none. */
  private final ActorRef here = new TestKit(Adapter.toClassic(kit.system())).getRef();

  private final ActorRef elsewhere = remote(Cluster.get(second.system()).selfMember().address());
  private final ActorRef nowhere = remote(new Address("pekko", "placement", "127.0.0.1", 1));

  private static ActorTestKit controller(String name) {
    return ActorTestKit.create(
        "placement",
        ConfigFactory.parseString(
                """
                pekko.actor.provider = cluster
                pekko.cluster.roles = ["controller-%s"]
                pekko.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                pekko.cluster.jmx.enabled = off
                pekko.coordinated-shutdown.exit-jvm = off
                pekko.loglevel = WARNING
                """
                    .formatted(name))
            .withFallback(ConfigFactory.load()));
  }

  @BeforeAll
  void join() {
    Cluster cluster = Cluster.get(kit.system());
    for (ActorTestKit each : List.of(kit, second)) {
      Cluster.get(each.system()).manager().tell(Join.create(cluster.selfMember().address()));
    }
    kit.createTestProbe()
        .awaitAssert(
            PATIENCE,
            () -> {
              assertThat(cluster.state().getMembers())
                  .hasSize(2)
                  .allMatch(member -> member.status().equals(MemberStatus.up()));
              return true;
            });
  }

  @AfterAll
  void leave() {
    second.shutdownTestKit();
    kit.shutdownTestKit();
  }

  @Test
  void shouldPutAShardBesideTheLeaderHoweverManyAreThere() throws Exception {
    leader.set("c1");
    assertThat(allocate(Map.of(here, shards(500), elsewhere, shards(0)))).isEqualTo(here);
  }

  @Test
  void shouldWaitUntilSomebodyLeads() throws Exception {
    leader.set(null);
    CompletableFuture<ActorRef> home = asked(Map.of(here, shards(0), elsewhere, shards(0)));
    assertThat(home).isNotDone();
    leader.set("c1");
    assertThat(home.get(10, TimeUnit.SECONDS)).isEqualTo(here);
  }

  @Test
  void shouldPutAllOnOneOtherWhileTheLeaderHasNotJoined() throws Exception {
    leader.set("c9");
    ActorRef first = allocate(Map.of(here, shards(3), elsewhere, shards(2)));
    assertThat(first).isEqualTo(allocate(Map.of(here, shards(0), elsewhere, shards(9))));
    assertThat(allocate(Map.of(elsewhere, shards(0)))).isEqualTo(elsewhere);
  }

  @Test
  void shouldPutAShardSomewhereWhenNobodyLeadsForLong() throws Exception {
    leader.set(null);
    assertThat(allocate(Map.of(elsewhere, shards(0)))).isEqualTo(elsewhere);
  }

  @Test
  void shouldFollowALeaderOnceItHasLedForAWhile() throws Exception {
    Map<ActorRef, IndexedSeq<String>> all =
        Map.of(here, shards(3), elsewhere, shards(2), nowhere, shards(9));
    LeaderPlacement fresh = new LeaderPlacement(kit.system(), _ -> leader.get());
    leader.set("c9");
    assertThat(rebalanced(fresh, all)).isEmpty();
    leader.set("c1");
    assertThat(rebalanced(fresh, all)).isEmpty();
    assertThat(rebalanced(fresh, all)).containsExactlyInAnyOrder("0", "1");
    leader.set(null);
    assertThat(rebalanced(fresh, all)).isEmpty();
  }

  @Test
  void shouldMoveSoManyShardsAtATime() {
    assertThat(
            LeaderPlacement.strays(
                Stream.of(List.of("a", "b"), List.of("c", "d", "e")), Set.of("a", "x"), 4))
        .containsExactlyInAnyOrder("b", "c");
    assertThat(LeaderPlacement.strays(Stream.of(List.of("a")), Set.of("b", "c"), 1)).isEmpty();
  }

  private ActorRef allocate(Map<ActorRef, IndexedSeq<String>> all) throws Exception {
    return asked(all).get(10, TimeUnit.SECONDS);
  }

  private CompletableFuture<ActorRef> asked(Map<ActorRef, IndexedSeq<String>> all) {
    return FutureConverters.asJava(placement.allocateShard(here, "s", all)).toCompletableFuture();
  }

  private static Set<String> rebalanced(LeaderPlacement of, Map<ActorRef, IndexedSeq<String>> all)
      throws Exception {
    return FutureConverters.asJava(of.rebalance(all, Set.of()))
        .toCompletableFuture()
        .get(10, TimeUnit.SECONDS);
  }

  private static IndexedSeq<String> shards(int count) {
    return CollectionConverters.asScala(
            IntStream.range(0, count).mapToObj(Integer::toString).toList())
        .toIndexedSeq();
  }

  private ActorRef remote(Address address) {
    return Adapter.toClassic(kit.system()).provider().resolveActorRef(address + "/user/region");
  }
}
