package io.pliant.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.cli.Main;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import io.pliant.cli.terminal.Terminal;
import io.pliant.identity.AuthorityFolder;
import io.pliant.identity.Credentials;
import io.pliant.identity.Identity;
import io.pliant.identity.Role;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CertificatesCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path dir;

  @Test
  void shouldMakeAllThatAControllerNeeds() throws Exception {
    String authorities = init();

    assertThat(controller(authorities, "ctl1", "ctl1.site,10.0.0.1", "ctl1")).isZero();

    Path folder = dir.resolve("ctl1");
    Credentials own =
        Credentials.read(folder.resolve("controller.pem"), folder.resolve("controller.key"));
    assertThat(Identity.of(own.certificate())).isEqualTo(Identity.controller("prod", "ctl1"));
    assertThat(own.certificate().getSubjectAlternativeNames())
        .contains(List.of(2, "ctl1.site"), List.of(7, "10.0.0.1"));
    Credentials nodes =
        Credentials.read(
            AuthorityFolder.certificate(folder, Role.NODE), AuthorityFolder.key(folder, Role.NODE));
    assertThat(nodes.certificate().getBasicConstraints()).isZero();
    assertThat(AuthorityFolder.certificate(folder, Role.CONTROLLER)).exists();
    assertThat(AuthorityFolder.key(folder, Role.CONTROLLER)).doesNotExist();
    assertThat(mode(dir.resolve("authorities"))).isEqualTo("rwx------");
    assertThat(mode(folder)).isEqualTo("rwx------");
    assertThat(mode(folder.resolve("controller.key"))).isEqualTo("rw-------");
    assertThat(mode(AuthorityFolder.key(folder, Role.NODE))).isEqualTo("rw-------");
  }

  @Test
  void shouldMakeNoMoreThanANodeNeeds() throws IOException {
    String authorities = init();

    assertThat(run("certificates", "node", "cn[1-9]", "--dir", authorities, "--out", path("cn")))
        .isZero();

    try (var files = Files.list(dir.resolve("cn"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("node.pem", "node.key", "controllers-authority.pem");
    }
    out.reset();
    assertThat(run("certificates", "show", path("cn/node.pem"), "--json")).isZero();
    Json shown = Json.parse(text(out)).list().getFirst();
    assertThat(shown.get("identity").text()).isEqualTo("pliant://prod/node/cn%5B1-9%5D");
    assertThat(shown.get("hosts").list()).isEmpty();
  }

  @Test
  void shouldShowWhoseACertificateIs() {
    String authorities = init();
    controller(authorities, "ctl1", "ctl1.site", "ctl1");
    out.reset();

    assertThat(run("certificates", "show", path("ctl1/controller.pem"))).isZero();
    assertThat(run("certificates", "show", path("ctl1/nodes-authority.pem"))).isZero();

    assertThat(text(out))
        .contains("pliant://prod/controller/ctl1", "ctl1.site", "in 730 days")
        .contains("CN=Pliant nodes of prod");
  }

  @Test
  void shouldRenewItsOwnAndNeverReplaceAnother() throws IOException {
    String authorities = init();
    assertThat(controller(authorities, "ctl1", "ctl1.site", "ctl1")).isZero();
    byte[] first = Files.readAllBytes(dir.resolve("ctl1/controller.key"));

    assertThat(controller(authorities, "ctl1", "ctl1.site", "ctl1")).isZero();
    assertThat(controller(authorities, "ctl2", "ctl2.site", "ctl1")).isEqualTo(1);

    assertThat(Files.readAllBytes(dir.resolve("ctl1/controller.key"))).isNotEqualTo(first);
    assertThat(text(err)).contains("controller/ctl1").contains("another folder");
    assertThat(run("certificates", "init", "--dir", authorities, "--cluster", "prod")).isEqualTo(1);
    assertThat(text(err)).contains("is there already");
  }

  @Test
  void shouldSayWhatIsWrong() throws IOException {
    String authorities = init();
    Files.writeString(dir.resolve("text"), "no certificate");

    assertThat(run("certificates")).isEqualTo(2);
    assertThat(run("certificates", "init", "--dir", path("b"), "--cluster", "a b")).isEqualTo(2);
    assertThat(controller(authorities, "c/1", "ctl1.site", "x")).isEqualTo(2);
    assertThat(controller(authorities, "c1", "*.site", "x")).isEqualTo(2);
    assertThat(run("certificates", "node", "cn[", "--dir", authorities, "--out", path("x")))
        .isEqualTo(2);
    assertThat(controller(path("nowhere"), "c1", "ctl1.site", "x")).isEqualTo(1);
    assertThat(run("certificates", "show", path("text"))).isEqualTo(1);
    assertThat(dir.resolve("x")).doesNotExist();
    assertThat(dir.resolve("b")).doesNotExist();
    assertThat(text(err)).contains("'*.site'", path("nowhere"), path("text"));
  }

  private String init() {
    assertThat(run("certificates", "init", "--dir", path("authorities"), "--cluster", "prod"))
        .isZero();
    return path("authorities");
  }

  private int controller(String authorities, String name, String hosts, String folder) {
    return run(
        "certificates",
        "controller",
        name,
        "--host",
        hosts,
        "--dir",
        authorities,
        "--out",
        path(folder));
  }

  private String path(String name) {
    return dir.resolve(name).toString();
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private int run(String... arguments) {
    Terminal terminal = new Terminal(print(out), print(err), false, false, 0);
    int exitCode = Main.run(new Context(terminal, Map.of(), dir), arguments);
    terminal.out().flush();
    return exitCode;
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
