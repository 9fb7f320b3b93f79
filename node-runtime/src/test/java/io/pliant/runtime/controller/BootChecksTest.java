package io.pliant.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.runtime.settings.ControllerSettings;
import io.pliant.runtime.settings.HostPort;
import io.pliant.runtime.settings.LimitsSettings;
import io.pliant.runtime.settings.SettingsFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BootChecksTest {
  @TempDir Path dir;

  @Test
  void shouldRefuseHttpBeyondLoopbackWithoutTokens() throws IOException {
    ControllerSettings settings = settings("pliant.controller.http.host = \"0.0.0.0\"\n");

    assertThatThrownBy(() -> BootChecks.protectedBeyondLoopback(settings))
        .hasMessageContaining("pliant.controller.http.host")
        .hasMessageContaining("pliant.security.token-secret-file");
  }

  @Test
  void shouldListenAnywhereWhenTokensAreThere() throws IOException {
    ControllerSettings settings =
        settings(
            """
            pliant.controller.http.host = "0.0.0.0"
            pliant.security.token-secret-file = "/s"
            """);

    assertThatCode(() -> BootChecks.protectedBeyondLoopback(settings)).doesNotThrowAnyException();
  }

  @Test
  void shouldAdviseAHeapForAsManyJobsAsTheLimitsAllow() throws IOException {
    LimitsSettings few = settings("").limits();
    LimitsSettings many = settings("pliant.limits.partition-jobs = 100000\n").limits();

    assertThat(BootChecks.heapAdvice(few, 512L << 20)).isNull();
    assertThat(BootChecks.heapAdvice(many, 2048L << 20)).isNull();
    assertThat(BootChecks.heapAdvice(many, 512L << 20))
        .contains("pliant.limits.partition-jobs = 100000")
        .contains("PLIANT_CONTROLLER_OPTS=-Xmx2g");
  }

  @Test
  void shouldTreatAnUnknownHostAsRemote() {
    assertThat(new HostPort("no-such-host.invalid", 1).loopback()).isFalse();
    assertThat(new HostPort("127.3.2.1", 1).loopback()).isTrue();
    assertThat(new HostPort("::1", 1).loopback()).isTrue();
    assertThat(new HostPort("localhost", 1).loopback()).isTrue();
    assertThat(new HostPort("::", 1).loopback()).isFalse();
  }

  @Test
  void shouldRefuseAFolderThatEverybodyMayWriteTo() throws IOException {
    Path open = Files.createDirectory(dir.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> BootChecks.folder("pliant.state-dir", open))
        .hasMessageContaining("pliant.state-dir = " + open)
        .hasMessageContaining("chmod o-w");
  }

  @Test
  void shouldMakeAMissingFolderAndLeaveNothingInIt() throws Exception {
    Path fresh = dir.resolve("a/b");

    BootChecks.folder("pliant.state-dir", fresh);

    assertThat(fresh).isEmptyDirectory();
  }

  @Test
  void shouldSayWhyWhenAFolderCannotBeWritten() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "x");

    assertThatThrownBy(() -> BootChecks.folder("pliant.state-dir", file.resolve("sub")))
        .hasMessageContaining("pliant.state-dir")
        .hasMessageContaining("read-only");
    assertThatThrownBy(() -> BootChecks.folder("pliant.state-dir", Path.of("/proc/pliant")))
        .hasMessageContaining("Expected to write to pliant.state-dir = /proc/pliant");
  }

  @Test
  void shouldNamePortKeyAndAFreePortWhenAPortIsInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();

      assertThatThrownBy(
              () -> BootChecks.free("pliant.controller.agents", new HostPort("127.0.0.1", port)))
          .hasMessageContaining("127.0.0.1:" + port)
          .hasMessageContaining("pliant.controller.agents.port")
          .hasMessageMatching(".* Port \\d+ is free\\.");
    }
  }

  private ControllerSettings settings(String text) throws IOException {
    Path file = dir.resolve("site.conf");
    Files.writeString(file, "pliant.state-dir = \"/srv/p\"\n" + text);
    return SettingsFile.read(file).controller();
  }
}
