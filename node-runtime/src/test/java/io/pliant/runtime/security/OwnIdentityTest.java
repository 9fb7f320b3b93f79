package io.pliant.runtime.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.NodeName;
import io.pliant.identity.Credentials;
import io.pliant.identity.Identity;
import io.pliant.identity.Role;
import io.pliant.identity.TestIdentities;
import io.pliant.runtime.settings.HostPort;
import io.pliant.runtime.settings.SecuritySettings;
import io.pliant.runtime.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OwnIdentityTest {
  private static final TestIdentities OURS = TestIdentities.OURS;
  private static final Identity C1 = Identity.controller("prod", "c1");
  private static final Identity NODES = Identity.nodes("prod", "n[1-3]");
  private static final HostPort LOOPBACK = new HostPort("127.0.0.1", 1);

  @TempDir Path dir;

  @Test
  void shouldReadAControllerAndAnAgent() throws IOException {
    SecuritySettings controller = settings(OURS.settings(dir.resolve("c"), C1));
    SecuritySettings agent = settings(OURS.settings(dir.resolve("n"), NODES));

    assertThat(OwnIdentity.ofController(controller, "prod", "c1").withNodes()).isNotNull();
    assertThat(OwnIdentity.ofNodes(agent, "prod", "n2,n1").withControllers()).isNotNull();
  }

  @Test
  void shouldLetOneFileServeAControllerAndAnAgent() throws IOException {
    String both =
        OURS.settings(dir.resolve("c"), C1)
            + OURS.settings(dir.resolve("n"), NODES).replace("security.identity", "node.identity");
    Path file = Files.createTempFile(dir, "both", ".conf");
    Files.writeString(file, "pliant.state-dir = \"/srv/p\"\n" + both);

    SecuritySettings controller = SettingsFile.read(file).controller().security();
    SecuritySettings agent = SettingsFile.readNode(file).node().security();

    assertThat(OwnIdentity.ofController(controller, "prod", "c1").ends()).hasSize(3);
    assertThat(OwnIdentity.ofNodes(agent, "prod", "n1").ends()).hasSize(2);
  }

  @Test
  void shouldRefuseTheCertificateOfSomebodyElse() throws IOException {
    SecuritySettings controller = settings(OURS.settings(dir.resolve("c"), C1));
    SecuritySettings agent = settings(OURS.settings(dir.resolve("n"), NODES));
    SecuritySettings node =
        settings(OURS.settings(dir.resolve("x"), Role.CONTROLLER, OURS.of(NODES)));

    assertThatThrownBy(() -> OwnIdentity.ofController(controller, "prod", "c2"))
        .hasMessageContaining("controller c2")
        .hasMessageContaining("controller c1");
    assertThatThrownBy(() -> OwnIdentity.ofController(controller, "test", "c1"))
        .hasMessageContaining("cluster test");
    assertThatThrownBy(() -> OwnIdentity.ofController(node, "prod", "c1"))
        .hasMessageContaining("node n[1-3]");
    assertThatThrownBy(() -> OwnIdentity.ofNodes(agent, "prod", "n[3-4]"))
        .hasMessageContaining("node n[3-4]");
    assertThatThrownBy(() -> OwnIdentity.ofNodes(controller, "prod", "c1"))
        .hasMessageContaining("that of controller c1");
  }

  @Test
  void shouldRefuseWhatHasEndedAndKeysThatOthersMayRead() throws IOException {
    Credentials ended = OURS.ended(C1);
    SecuritySettings late = settings(OURS.settings(dir.resolve("e"), Role.CONTROLLER, ended));
    SecuritySettings open = settings(OURS.settings(dir.resolve("o"), C1));
    Files.setPosixFilePermissions(
        dir.resolve("o/own.key"), PosixFilePermissions.fromString("rw-r-----"));

    assertThatThrownBy(() -> OwnIdentity.ofController(late, "prod", "c1"))
        .hasMessageContaining("it ended at");
    assertThatThrownBy(() -> OwnIdentity.ofController(open, "prod", "c1"))
        .hasMessageContaining("chmod 600");
  }

  @Test
  void shouldNameAKeyThatIsMissing() throws IOException {
    SecuritySettings lost = settings(OURS.settings(dir.resolve("l"), C1));
    Files.delete(dir.resolve("l/nodes-authority.key"));

    assertThatThrownBy(() -> OwnIdentity.ofController(lost, "prod", "c1"))
        .hasMessageContaining("Expected to read the key")
        .hasMessageContaining("l/nodes-authority.key");
  }

  @Test
  void shouldAskAControllerForTheNodesAuthority() throws IOException {
    SecuritySettings none = settings(OURS.settings(dir.resolve("c"), Role.NODE, OURS.of(C1)));

    assertThatThrownBy(() -> OwnIdentity.ofController(none, "prod", "c1"))
        .hasMessageContaining("nodes-authority");
  }

  @Test
  void shouldShowTheIdentityOnHttpBeyondLoopbackOnly() throws IOException {
    SecuritySettings own = settings(OURS.settings(dir.resolve("c"), C1));

    assertThat(Keys.read(own, "prod", "c1", LOOPBACK).http()).isNull();
    assertThat(Keys.read(own, "prod", "c1", new HostPort("0.0.0.0", 1)).http()).isNotNull();
  }

  @Test
  void shouldTellWhomACertificateStandsFor() throws Exception {
    PeerIdentity peer = PeerIdentity.of(OURS.of(NODES).certificate());

    assertThat(PeerIdentity.of(OURS.of(C1).certificate()))
        .isEqualTo(new PeerIdentity.Controller("c1"));
    assertThat(peer)
        .isInstanceOfSatisfying(
            PeerIdentity.Nodes.class,
            nodes -> {
              assertThat(nodes.covers(new NodeName("n2"))).isTrue();
              assertThat(nodes.covers(new NodeName("n4"))).isFalse();
              assertThat(Duration.between(nodes.issued(), Instant.now()))
                  .isLessThan(Duration.ofHours(1));
            });
  }

  private SecuritySettings settings(String block) throws IOException {
    Path file = Files.createTempFile(dir, "site", ".conf");
    Files.writeString(file, "pliant.state-dir = \"/srv/p\"\n" + block);
    return SettingsFile.read(file).controller().security();
  }
}
