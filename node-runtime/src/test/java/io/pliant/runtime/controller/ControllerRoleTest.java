package io.pliant.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pliant.identity.Credentials;
import io.pliant.identity.Identity;
import io.pliant.identity.TestIdentities;
import io.pliant.identity.TlsProbe;
import io.pliant.identity.TokenSecret;
import io.pliant.runtime.settings.SettingsFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real members in this process: cluster, journal, agent port and HTTP. */
@Timeout(600)
final class ControllerRoleTest {
  /** Two controllers share this process, and maybe the machine with much else. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final CountDownLatch NEVER = new CountDownLatch(1);

  @TempDir Path dir;
  private final List<ControllerRole> running = new ArrayList<>();

  @AfterEach
  void stopAll() throws Exception {
    for (ControllerRole role : running.reversed()) {
      role.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void shouldFormOneClusterOverTlsWhenEachCertificateNamesItsOwnHost() throws Exception {
    TokenSecret.create(dir.resolve("secret"));
    List<Integer> ports = freePorts(4);
    for (int i = 1; i <= 2; i++) {
      Path folder = dir.resolve("state").resolve("journal").resolve("c" + i);
      Files.createFile(Files.createDirectories(folder).resolve("found"));
      String more = overTls(i, ports);
      running.add(ControllerRole.start(site("c" + i, "127.0.0." + i, ports, more)));
    }

    SSLContext tls = TlsProbe.tls("pliant", null);
    try (HttpClient client = HttpClient.newBuilder().sslContext(tls).build()) {
      for (int i = 1; i <= 2; i++) {
        String base = "https://127.0.0.%d:%d".formatted(i, running.get(i - 1).httpPort());
        assertThat(statusWhenUp(client, base, 2).get("members")).hasSize(2);
      }
    }
  }

  /** The same ports on 127.0.0.1 and 127.0.0.2. */
  private String overTls(int number, List<Integer> ports) {
    return """
    pliant.controller {
      cluster { host = "127.0.0.%1$d", seeds = ["127.0.0.1:%2$d", "127.0.0.2:%2$d"] }
      agents.host = "127.0.0.%1$d"
      http.host = "127.0.0.%1$d"
    }
    pliant.journal.raft {
      host = "127.0.0.%1$d", members = ["c1=127.0.0.1:%3$d", "c2=127.0.0.2:%3$d"]
    }
    pliant.security {
      token-secret-file = "%4$s"
      tls { certificate = "%5$s/own.pem", key = "%5$s/own.key" }
    }
    """
        .formatted(
            number,
            ports.get(0),
            ports.get(3),
            dir.resolve("secret"),
            dir.resolve("pem-c" + number));
  }

  @Test
  void shouldServeAloneAndLeaveNothingWhenItStops() throws Exception {
    List<Integer> ports = freePorts(4);
    ControllerRole role = ControllerRole.start(site("c1", "127.0.0.1", ports, ""));
    running.add(role);
    try (HttpClient client = HttpClient.newHttpClient()) {
      assertThat(
              statusWhenUp(client, "http://127.0.0.1:" + role.httpPort(), 1).get("name").asText())
          .isEqualTo("c1");
    }

    role.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);

    assertThat(role.whenStopped().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(30));
    assertThat(ports)
        .as("cluster, agents, HTTP, journal")
        .allSatisfy(ControllerRoleTest::assertFree);
  }

  @Test
  void shouldLeaveNothingWhenItEndsWhereItIsAndBeThereAgain() throws Exception {
    List<Integer> ports = freePorts(4);
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (int round = 0; round < 2; round++) {
        ControllerRole role = ControllerRole.start(site("c1", "127.0.0.1", ports, ""));
        running.add(role);
        statusWhenUp(client, "http://127.0.0.1:" + role.httpPort(), 1);

        role.endHere().toCompletableFuture().get(60, TimeUnit.SECONDS);

        assertThat(role.whenStopped().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(30));
        assertThat(ports).allSatisfy(ControllerRoleTest::assertFree);
      }
    }
  }

  @Test
  void shouldSpeakWithControllersAloneAtThePortsBetweenThem() throws Exception {
    List<Integer> ports = freePorts(4);
    running.add(ControllerRole.start(site("c1", "127.0.0.1", ports, "")));
    String artery = "AKKA\1";
    String raft = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";

    for (Map.Entry<Integer, String> port :
        Map.of(ports.get(0), artery, ports.get(3), raft).entrySet()) {
      for (Map.Entry<String, Credentials> who :
          TlsProbe.strangersToControllers("pliant").entrySet()) {
        SSLContext tls = TlsProbe.tls("pliant", who.getValue());
        assertThat(TlsProbe.refused(port.getKey(), tls, port.getValue())).as(who.getKey()).isTrue();
      }
      SSLContext nobody = TlsProbe.tls("pliant", null);
      assertThat(TlsProbe.refused(port.getKey(), nobody, port.getValue())).isTrue();
      assertThat(TlsProbe.refusedPlain(port.getKey(), port.getValue())).isTrue();
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      statusWhenUp(client, "http://127.0.0.1:" + running.getFirst().httpPort(), 1);
    }
  }

  @Test
  void shouldSayWhatToDoWhenThereIsNoIdentity() throws Exception {
    List<Integer> ports = freePorts(4);
    SettingsFile none =
        site(
            "c1",
            "127.0.0.1",
            ports,
            "pliant.security.identity = { certificate = \"\", key = \"\", controllers-authority = \"\" }\n");

    assertThatThrownBy(() -> ControllerRole.start(none))
        .isInstanceOf(BootFailure.class)
        .hasMessageContaining("pliant.security.identity")
        .hasMessageContaining("'pliant up' makes them");
  }

  @Test
  void shouldLeaveNothingRunningWhenTheStartFailsInTheMiddle() throws Exception {
    List<Integer> ports = freePorts(4);
    Path taken = dir.resolve("c1.sock");
    try (var other =
        java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX)) {
      other.bind(java.net.UnixDomainSocketAddress.of(taken));
      SettingsFile site =
          site("c1", "127.0.0.1", ports, "pliant.controller.http.socket = \"" + taken + "\"\n");

      assertThatThrownBy(() -> ControllerRole.start(site))
          .isInstanceOf(BootFailure.class)
          .hasMessageContaining("pliant.controller.http.socket");
    }
    assertThat(taken).exists();
    assertThat(ports)
        .as("cluster, agents, HTTP, journal")
        .allSatisfy(ControllerRoleTest::assertFree);
  }

  private SettingsFile site(String name, String host, List<Integer> ports, String more)
      throws IOException {
    Path file = dir.resolve(name + ".conf");
    String identity =
        TestIdentities.OURS.settings(
            dir.resolve("pem-" + name), Identity.controller("pliant", name), host);
    Files.writeString(
        file,
        """
        pliant {
          state-dir = "%s"
          controller {
            name = "%s"
            cluster.port = %d
            agents.port = %d
            http.port = %d
          }
          journal.raft.port = %d
        }
        """
                .formatted(
                    dir.resolve("state"),
                    name,
                    ports.get(0),
                    ports.get(1),
                    ports.get(2),
                    ports.get(3))
            + identity
            + more);
    return SettingsFile.read(file);
  }

  private static JsonNode statusWhenUp(HttpClient client, String base, int members)
      throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      JsonNode status = get(client, base + "/v1/status");
      JsonNode health = get(client, base + "/readyz");
      long up = status.findValuesAsText("status").stream().filter("Up"::equals).count();
      if (up == members && health.path("ready").asBoolean(false)) {
        return status;
      }
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "not ready after %s: %s, members %s".formatted(PATIENCE, health, status));
      }
      assertThat(NEVER.await(100, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  private static JsonNode get(HttpClient client, String uri) throws Exception {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.ofString());
    return new ObjectMapper().readTree(response.body());
  }

  private static void assertFree(int port) {
    assertThatCode(() -> new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close())
        .as("port %d", port)
        .doesNotThrowAnyException();
  }

  private static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }
}
