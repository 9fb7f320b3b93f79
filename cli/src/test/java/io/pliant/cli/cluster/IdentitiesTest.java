package io.pliant.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.cli.cluster.ClusterRecord.Controller;
import io.pliant.cli.cluster.ClusterRecord.Node;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.identity.Credentials;
import io.pliant.identity.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IdentitiesTest {
  @TempDir Path dir;
  private StateFolder folder;
  private Controller controller;
  private Node node;

  @BeforeEach
  void write() throws IOException {
    folder = new StateFolder(dir.resolve("cluster"));
    Files.createDirectories(folder.configFolder());
    controller =
        new Controller("c1", 0, "http://127.0.0.3:7301", null, config("c1"), "/log/c1.log");
    node = new Node("n[2-9]", 0, "/nodes/emulated", config("emulated"), "/log/emulated.log");
  }

  @Test
  void shouldGiveAClusterThatHasNoneItsCertificates() throws Exception {
    new Identities(folder, "pliant").provide(controller);
    new Identities(folder, "pliant").provide(node);

    Path security = folder.securityFolder();
    X509Certificate own =
        Credentials.read(
                security.resolve("controllers/c1.pem"), security.resolve("controllers/c1.key"))
            .certificate();
    assertThat(Identity.of(own)).isEqualTo(Identity.controller("pliant", "c1"));
    assertThat(own.getSubjectAlternativeNames()).contains(List.of(7, "127.0.0.3"));
    assertThat(mode(security)).isEqualTo("rwx------");
    assertThat(mode(security.resolve("nodes/emulated.key"))).isEqualTo("rw-------");
    assertThat(text(controller.config()))
        .startsWith("include")
        .contains("certificate = \"" + security.resolve("controllers/c1.pem"))
        .contains("nodes-authority-key");
    assertThat(text(node.config())).contains("security.identity").doesNotContain("nodes-authority");
  }

  @Test
  void shouldLeaveWhatIsGoodAlone() throws IOException {
    new Identities(folder, "pliant").provide(controller);
    String certificate = text(folder.securityFolder().resolve("controllers/c1.pem").toString());
    String config = text(controller.config());

    new Identities(folder, "pliant").provide(controller);

    assertThat(text(folder.securityFolder().resolve("controllers/c1.pem").toString()))
        .isEqualTo(certificate);
    assertThat(text(controller.config())).isEqualTo(config);
  }

  @Test
  void shouldMakeATokenSecretForBrowsers() throws IOException {
    new Identities(folder, "pliant").provide(controller);

    Path secret = folder.securityFolder().resolve("token-secret");
    assertThat(mode(secret)).isEqualTo("rw-------");
    assertThat(text(controller.config()))
        .containsOnlyOnce("pliant.security.token-secret-file = \"" + secret + "\"");
    assertThat(text(node.config())).doesNotContain("token-secret");
  }

  @Test
  void shouldKeepToTheTokenSecretThatTheSiteHasNamed() throws IOException {
    Files.writeString(
        folder.configFolder().resolve("cluster.conf"),
        "pliant.security.token-secret-file = \"/etc/secret\"\n");

    new Identities(folder, "pliant").provide(controller);

    assertThat(text(controller.config())).doesNotContain("token-secret");
  }

  @Test
  void shouldNotReplaceAnAuthorityThatIsLostInPart() throws IOException {
    new Identities(folder, "pliant").provide(controller);
    Files.delete(folder.authoritiesFolder().resolve("controllers-authority.key"));

    assertThatThrownBy(() -> new Identities(folder, "pliant").provide(controller))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("controllers-authority.key");
  }

  private String config(String name) throws IOException {
    Path file = folder.configFolder().resolve(name + ".conf");
    return Files.writeString(file, "include \"cluster.conf\"\n").toString();
  }

  private static String text(String file) throws IOException {
    return Files.readString(Path.of(file));
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
