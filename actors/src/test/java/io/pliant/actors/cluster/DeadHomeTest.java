package io.pliant.actors.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.Entity;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Down;
import org.apache.pekko.cluster.typed.Join;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * An entity whose home dies about when its group gets another leader: two controllers, real
 * sharding.
 */
class DeadHomeTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int SOME_INTERVALS = 6;

  @SuppressWarnings({"unchecked", "rawtypes"}) // a class literal knows no parameters
  private static final EntityTypeKey<ActorRef<String>> ECHO =
      EntityTypeKey.create((Class<ActorRef<String>>) (Class) ActorRef.class, "echo");

  private final AtomicReference<String> leader = new AtomicReference<>("c2");
  private final AtomicInteger looks = new AtomicInteger();
  private final List<ActorTestKit> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(ActorTestKit::shutdownTestKit);
  }

  @Test
  void shouldNotBeMovedFromAHomeThatMayBeDead() {
    ActorTestKit c1 = twoControllersWithAnEntityOnTheSecond("10 minutes");
    Cluster cluster = Cluster.get(c1.system());
    kill("c2");
    await(c1, () -> assertThat(cluster.state().getUnreachable()).hasSize(1));

    // when: there is another leader, for long enough to follow it
    leader.set("c1");
    int before = looks.get();
    await(c1, () -> assertThat(looks.get()).isGreaterThan(before + SOME_INTERVALS));
    removeTheDead(cluster);

    // then: no hand-off stands in the way of a new home
    awaitAnswer(c1, "c1");
  }

  @Test
  void shouldBeFoundAgainWhenItsHomeDiesInTheMiddleOfAMove() {
    ActorTestKit c1 = twoControllersWithAnEntityOnTheSecond("3 seconds");
    kill("c2");
    leader.set("c1"); // before anybody knows of the death
    Cluster cluster = Cluster.get(c1.system());
    await(c1, () -> assertThat(cluster.state().getUnreachable()).hasSize(1));
    removeTheDead(cluster);

    awaitAnswer(c1, "c1");
  }

  private ActorTestKit twoControllersWithAnEntityOnTheSecond(String handOff) {
    ActorTestKit c1 = controller("c1", handOff);
    Member first = Cluster.get(c1.system()).selfMember();
    Cluster.get(c1.system()).manager().tell(Join.create(first.address()));
    ActorTestKit c2 = controller("c2", handOff);
    Cluster.get(c2.system()).manager().tell(Join.create(first.address()));
    started.forEach(kit -> await(kit, () -> assertThat(up(kit)).hasSize(2)));
    started.forEach(this::host);
    awaitAnswer(c1, "c2");
    return c1;
  }

  private ActorTestKit controller(String name, String handOff) {
    Config config =
        ConfigFactory.parseString(
                """
                pekko {
                  actor.provider = cluster
                  remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                  coordinated-shutdown { exit-jvm = off, run-by-actor-system-terminate = off }
                  loglevel = ERROR
                  cluster {
                    roles = ["controller-%s"]
                    jmx.enabled = off
                    gossip-interval = 200ms
                    leader-actions-interval = 200ms
                    unreachable-nodes-reaper-interval = 200ms
                    failure-detector { heartbeat-interval = 300ms, acceptable-heartbeat-pause = 2s }
                    sharding {
                      rebalance-interval = 200ms
                      retry-interval = 200ms
                      handoff-timeout = %s
                      number-of-shards = 1
                    }
                  }
                }
                """
                    .formatted(name, handOff))
            .withFallback(ConfigFactory.load());
    ActorTestKit kit = ActorTestKit.create("home", config);
    started.add(kit);
    return kit;
  }

  private void host(ActorTestKit kit) {
    String name = kit.system().settings().config().getStringList("pekko.cluster.roles").getFirst();
    ClusterSharding.get(kit.system())
        .init(
            Entity.of(ECHO, _ -> echo(name.substring("controller-".length())))
                .withAllocationStrategy(
                    new LeaderPlacement(
                        kit.system(),
                        _ -> {
                          looks.incrementAndGet();
                          return leader.get();
                        })));
  }

  private static Behavior<ActorRef<String>> echo(String name) {
    return Behaviors.receiveMessage(asker -> {
      asker.tell(name);
      return Behaviors.same();
    });
  }

  /** As kill -9 does: nobody is told. */
  private void kill(String name) {
    ActorTestKit kit = started.removeLast();
    assertThat(Cluster.get(kit.system()).selfMember().hasRole("controller-" + name)).isTrue();
    kit.shutdownTestKit();
  }

  private static void removeTheDead(Cluster cluster) {
    cluster
        .state()
        .getUnreachable()
        .forEach(dead -> cluster.manager().tell(new Down(dead.address())));
  }

  private static List<Member> up(ActorTestKit kit) {
    List<Member> up = new ArrayList<>();
    Cluster.get(kit.system()).state().getMembers().forEach(up::add);
    up.removeIf(member -> !member.status().equals(MemberStatus.up()));
    return up;
  }

  private static void awaitAnswer(ActorTestKit kit, String name) {
    TestProbe<String> asker = kit.createTestProbe();
    await(
        kit,
        () -> {
          ClusterSharding.get(kit.system()).entityRefFor(ECHO, "one").tell(asker.ref());
          String last = asker.receiveMessage(Duration.ofSeconds(2));
          assertThat(last).isEqualTo(name);
        });
  }

  private static void await(ActorTestKit kit, Runnable assertion) {
    kit.createTestProbe()
        .awaitAssert(
            PATIENCE,
            Duration.ofMillis(100),
            () -> {
              assertion.run();
              return true;
            });
  }
}
