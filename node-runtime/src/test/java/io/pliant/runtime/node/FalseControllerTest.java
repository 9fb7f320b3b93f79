package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.Resources;
import io.pliant.identity.Credentials;
import io.pliant.identity.Identity;
import io.pliant.identity.Role;
import io.pliant.identity.TestIdentities;
import io.pliant.runtime.confinement.ConfinementSettings;
import io.pliant.runtime.confinement.HostDevices;
import io.pliant.runtime.power.PowerSettings;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An agent says nothing to who is no controller of its cluster, and goes on to the next address.
 */
final class FalseControllerTest {
  private static final Identity CONTROLLER = Identity.controller(TestTls.CLUSTER, "c1");

  @TempDir Path dir;

  record Liar(String who, Credentials credentials) {
    @Override
    public String toString() {
      return who;
    }
  }

  static List<Liar> liars() {
    TestIdentities ours = TestIdentities.OURS;
    return List.of(
        new Liar("self-made", TestIdentities.make().of(CONTROLLER, "127.0.0.1")),
        new Liar("node", ours.of(Identity.nodes(TestTls.CLUSTER, "n2"), "127.0.0.1")),
        new Liar("by the nodes' authority", ours.signed(Role.NODE, CONTROLLER, "127.0.0.1")),
        new Liar("other cluster", ours.of(Identity.controller("other", "c1"), "127.0.0.1")),
        new Liar("another host's", ours.of(CONTROLLER, "10.0.0.1")),
        new Liar("ended", ours.ended(CONTROLLER, "127.0.0.1")));
  }

  @ParameterizedTest
  @MethodSource("liars")
  void shouldTellAFalseControllerNothing(Liar liar) throws Exception {
    try (TestController right = TestController.start();
        TestController wrong = TestController.start(TestTls.agentPort(0, liar.credentials()))) {
      NodeRole role = start(List.of(address(wrong), address(right)));
      try {
        right.await(
            () -> !right.commands(NodeCommand.AgentConnected.class).isEmpty(), "a connection");
        assertThat(wrong.commands(NodeCommand.class)).isEmpty();
      } finally {
        role.stop().toCompletableFuture().get(30, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void shouldHearARightController() throws Exception {
    try (TestController right = TestController.start()) {
      NodeRole role = start(List.of(address(right)));
      try {
        right.await(
            () -> !right.commands(NodeCommand.AgentConnected.class).isEmpty(), "a connection");
      } finally {
        role.stop().toCompletableFuture().get(30, TimeUnit.SECONDS);
      }
    }
  }

  private NodeRole start(List<InetSocketAddress> controllers) {
    return NodeRole.start(
        new NodeSettings(
            List.of(new NodeName("n1")),
            dir,
            controllers,
            new Resources(1, 100),
            HostDevices.NONE,
            Features.NONE,
            NodeTraits.NONE,
            TestTls.CLUSTER,
            TestTls.agentOf("n1"),
            null,
            PowerSettings.none(),
            ConfinementSettings.auto(),
            null,
            ""));
  }

  private static InetSocketAddress address(TestController controller) {
    return InetSocketAddress.createUnresolved("127.0.0.1", controller.port());
  }
}
