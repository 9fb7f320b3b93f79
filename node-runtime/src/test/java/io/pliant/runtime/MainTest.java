package io.pliant.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.identity.Identity;
import io.pliant.identity.Role;
import io.pliant.identity.TestIdentities;
import io.pliant.identity.TokenSecret;
import io.pliant.runtime.security.AccessTokens;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MainTest {
  @TempDir Path dir;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void shouldPrintHelp() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("controller --config FILE");
  }

  @Test
  void shouldEndWith2WhenTheCommandLineIsWrong() {
    assertThat(run("controler", "--config", "x")).isEqualTo(2);
    assertThat(run("controller")).isEqualTo(2);
    assertThat(run("controller", "--conf", "x")).isEqualTo(2);
    assertThat(run("controller", "--config")).isEqualTo(2);
    assertThat(error()).contains("'controler'").contains("--config").contains("'--conf'");
  }

  @Test
  void shouldEndWith2AndOneLineWhenTheConfigurationIsBroken() throws IOException {
    Path file = site("pliant.controller.http.port = -1");

    assertThat(run("controller", "--config", file.toString())).isEqualTo(2);
    assertThat(error().lines()).hasSize(1);
    assertThat(error()).contains("line 2: pliant.controller.http.port = -1");
  }

  @Test
  void shouldEndWith1AndOneLineWhenAPortIsInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path file = site("pliant.controller.cluster.port = " + taken.getLocalPort());

      assertThat(run("controller", "--config", file.toString())).isEqualTo(1);
      assertThat(error().lines()).hasSize(1);
      assertThat(error())
          .contains(":" + taken.getLocalPort())
          .contains("pliant.controller.cluster.port");
    }
  }

  @Test
  void shouldEndWith1WhenItWouldListenUnprotected() throws IOException {
    Path file = site("pliant.controller.http.host = \"0.0.0.0\"");

    assertThat(run("controller", "--config", file.toString())).isEqualTo(1);
    assertThat(error()).contains("pliant.security.token-secret-file");
  }

  @Test
  void shouldMakeASecretAndATokenThatFitsIt() throws IOException {
    Path secret = dir.resolve("secret");
    Path file = site("pliant.security.token-secret-file = \"" + secret + "\"");
    String user = System.getProperty("user.name");

    assertThat(run("controller", "secret", "--config", file.toString())).isZero();
    out.reset();
    assertThat(
            run("controller", "token", "--config", file.toString(), "--user", user, "--days", "2"))
        .isZero();

    AccessTokens tokens = new AccessTokens(TokenSecret.read(secret), "pliant");
    String token = out.toString(StandardCharsets.UTF_8).strip();
    assertThat(tokens.check(token, Instant.now())).isInstanceOf(AccessTokens.Verdict.Valid.class);
    assertThat(tokens.check(token, Instant.now().plus(Duration.ofDays(3))))
        .isInstanceOf(AccessTokens.Verdict.Refused.class);
    assertThat(run("controller", "token", "--config", file.toString(), "--user", "no-such-user"))
        .isEqualTo(2);
    assertThat(
            run("controller", "token", "--config", file.toString(), "--user", user, "--days", "0"))
        .isEqualTo(2);
  }

  @Test
  void shouldCheckAConfigurationWithoutStartingAnything() throws IOException {
    String identity =
        TestIdentities.OURS.settings(dir.resolve("own"), Identity.controller("pliant", "c1"));

    assertThat(run("controller", "check", "--config", site(identity).toString())).isZero();
    assertThat(dir.resolve("state")).doesNotExist();
  }

  @Test
  void shouldRefuseAConfigurationWhoseCertificateIsMissingOrAnothers() throws IOException {
    assertThat(run("controller", "check", "--config", site("").toString())).isEqualTo(1);
    assertThat(error()).contains("pliant.security.identity").contains("pliant certificates");
    String other =
        TestIdentities.OURS.settings(dir.resolve("own"), Identity.controller("pliant", "c2"));
    assertThat(run("controller", "check", "--config", site(other).toString())).isEqualTo(1);
    assertThat(error()).contains("controller c1").contains("controller c2");
    Files.delete(dir.resolve("own/own.key"));
    assertThat(run("controller", "check", "--config", site(other).toString())).isEqualTo(1);
    assertThat(error()).contains("own.key");
  }

  @Test
  void shouldWarnOfCertificatesThatEndSoon() throws IOException {
    String identity =
        TestIdentities.OURS.settings(
            dir.resolve("own"),
            Role.CONTROLLER,
            TestIdentities.OURS.lasting(Identity.controller("pliant", "c1"), Duration.ofDays(20)));

    assertThat(run("controller", "check", "--config", site(identity).toString())).isZero();

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("controller c1", "own.pem", "in 19 days", "pliant certificates controller")
        .contains("can be used");
  }

  private Path site(String line) throws IOException {
    return Files.writeString(
        dir.resolve("site.conf"),
        "pliant.state-dir = \"" + dir.resolve("state") + "\"\n" + line + "\n");
  }

  private String error() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private int run(String... args) {
    return Main.run(
        List.of(args),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }
}
