package io.pliant.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.NodeName;
import io.pliant.core.spec.Submitter;
import io.pliant.identity.Authority;
import io.pliant.identity.Credentials;
import io.pliant.identity.TestIdentities;
import io.pliant.runtime.node.TestController;
import io.pliant.runtime.node.TestTls;
import io.pliant.runtime.security.EnrollWord;
import io.pliant.runtime.security.OwnIdentity;
import io.pliant.runtime.settings.NodeSection;
import io.pliant.runtime.settings.SettingsFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new node gets its certificate for a one-time word, at a real agent port. */
class EnrollCommandTest {
  private static final Submitter OPS = new Submitter("ops", 0, 0);

  @TempDir Path dir;
  private TestController controller;

  @BeforeEach
  void start() throws Exception {
    controller =
        TestController.start(
            TestTls.agentPort(
                0,
                new Credentials(
                    List.of(
                        TestTls.CONTROLLER.certificate(),
                        TestIdentities.OURS.controllers().certificate()),
                    TestTls.CONTROLLER.key())));
  }

  @AfterEach
  void stop() {
    controller.close();
  }

  @Test
  void shouldMakeAKeyHereAndGetACertificateForIt() throws Exception {
    EnrollWord word = word("n[1-3]");

    String said = enroll(section("n[1-2]"), word.text());

    assertThat(said).startsWith("Enrolled n[1-3] until ");
    OwnIdentity.ofNodes(section("n[1-2]").security(), TestTls.CLUSTER, "n[1-2]");
    Path key = dir.resolve("id/own.key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
    assertThatThrownBy(() -> enroll(section("n1"), word.text()))
        .hasMessageContaining("was not used");
  }

  @Test
  void shouldRefuseAWordThatIsUnknownOrForOtherNodes() throws Exception {
    EnrollWord unknown = EnrollWord.make(authority());

    assertThatThrownBy(() -> enroll(section("n1"), unknown.text()))
        .hasMessageContaining("a word of this cluster");
    assertThatThrownBy(() -> enroll(section("n7"), word("n[1-3]").text()))
        .hasMessageContaining("n7");
    assertThat(dir.resolve("id/own.pem")).doesNotExist();
  }

  @Test
  void shouldNotTellTheWordToAnotherCluster() throws Exception {
    EnrollWord mine = word("n1");
    EnrollWord foreign = new EnrollWord("0".repeat(64), mine.secret());

    assertThatThrownBy(() -> enroll(section("n1"), foreign.text()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("of another");

    assertThat(enroll(section("n1"), mine.text())).as("still good").startsWith("Enrolled n1");
  }

  @Test
  void shouldCountAgainAfterARemoval() throws Exception {
    controller.register.remove(new NodeName("n1"), OPS, false);
    Instant removed =
        controller.register.revoked().toCompletableFuture().get().get(new NodeName("n1"));

    enroll(section("n1"), word("n1").text());

    Instant begins =
        Credentials.read(dir.resolve("id/own.pem"), dir.resolve("id/own.key"))
            .certificate()
            .getNotBefore()
            .toInstant();
    assertThat(begins.plus(Authority.BACKDATED)).isAfter(removed);
  }

  private EnrollWord word(String nodes) throws Exception {
    EnrollWord word = EnrollWord.make(authority());
    controller.register.makeWord(word.hash(), nodes, Instant.now().plusSeconds(60), OPS);
    return word;
  }

  private static String authority() throws Exception {
    return EnrollWord.sha256(TestIdentities.OURS.controllers().certificate().getEncoded());
  }

  private static String enroll(NodeSection section, String word) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EnrollCommand.run(section, word, new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  private NodeSection section(String names) throws IOException {
    Path file = dir.resolve("node.conf");
    Files.writeString(
        file,
        """
        pliant {
          cluster-name = "%s"
          state-dir = "%s"
          node { names = "%s", controllers = ["127.0.0.1:%d"] }
          security.identity {
            certificate = "%s"
            key = "%s"
            controllers-authority = "%s"
          }
        }
        """
            .formatted(
                TestTls.CLUSTER,
                dir,
                names,
                controller.port(),
                dir.resolve("id/own.pem"),
                dir.resolve("id/own.key"),
                dir.resolve("id/authority.pem")));
    return SettingsFile.readNode(file).node();
  }
}
