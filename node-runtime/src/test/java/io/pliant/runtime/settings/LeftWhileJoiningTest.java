package io.pliant.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.cluster.ddata.Flag;
import org.apache.pekko.cluster.ddata.FlagKey;
import org.apache.pekko.cluster.ddata.Replicator;
import org.apache.pekko.cluster.ddata.ReplicatorSettings;
import org.apache.pekko.pattern.Patterns;
import org.apache.pekko.util.Version;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.collection.immutable.Set;

/**
 * A controller that leaves while it does not know yet that it was taken in: the others see it come
 * with one number and go with another. Where shards are is written to all members, so one that
 * stays in the list of them stops the cluster.
 */
final class LeftWhileJoiningTest {
  private static final String SHARDS = "pekko.cluster.sharding.distributed-data";
  private static final int WHEN_IT_CAME = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path dir;
  private Config config;
  private ActorSystem system;

  @BeforeEach
  void start() throws IOException {
    Path file = dir.resolve("site.conf");
    Files.writeString(file, "pliant.state-dir = \"/srv/p\"");
    Map<String, Object> alone =
        Map.of(
            "pekko.remote.artery.transport", "tcp",
            "pekko.remote.artery.canonical.port", 0,
            "pekko.loglevel", "OFF");
    config =
        ConfigFactory.parseMap(alone)
            .withFallback(PekkoConfig.of(SettingsFile.read(file).controller()))
            .withFallback(ConfigFactory.load());
    system = ActorSystem.create("pliant", config);
    Cluster.get(system).join(Cluster.get(system).selfAddress());
  }

  @AfterEach
  void stop() throws Exception {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  /** With the library's own setting it does stop: when that is mended, ours can go. */
  @ParameterizedTest
  @CsvSource({"false, UpdateSuccess", "true, UpdateTimeout"})
  void shouldNotBeWaitedForByWrites(boolean byAge, String answer) throws Exception {
    assertThat(config.getBoolean(SHARDS + ".prefer-oldest")).isFalse();
    ReplicatorSettings settings = ReplicatorSettings.apply(config.getConfig(SHARDS));
    ActorRef replicator =
        system.actorOf(Replicator.props(byAge ? settings.withPreferOldest(true) : settings));

    Member joining =
        new Member(
            UniqueAddress.apply(Address.apply("pekko", "pliant", "127.0.0.9", 1), 7),
            Integer.MAX_VALUE,
            MemberStatus.joining(),
            new Set.Set1<>("dc-default"),
            Version.Zero());
    Member gone = joining.copy(MemberStatus.leaving()).copy(MemberStatus.exiting());
    replicator.tell(new ClusterEvent.MemberUp(joining.copyUp(WHEN_IT_CAME)), ActorRef.noSender());
    replicator.tell(new ClusterEvent.MemberExited(gone), ActorRef.noSender());
    replicator.tell(
        new ClusterEvent.MemberRemoved(gone.copy(MemberStatus.removed()), gone.status()),
        ActorRef.noSender());

    Replicator.Update<Flag> write =
        new Replicator.Update<>(
            FlagKey.create("where-shards-are"),
            Flag.create(),
            new Replicator.WriteMajorityPlus(Duration.ofSeconds(3), 3),
            Flag::switchOn);
    Object said =
        Patterns.ask(replicator, write, PATIENCE)
            .toCompletableFuture()
            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

    assertThat(said.getClass().getSimpleName()).isEqualTo(answer);
  }
}
