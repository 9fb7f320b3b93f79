package io.pliant.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pliant.core.testing.PemFiles;
import io.pliant.runtime.security.TlsContext;
import io.pliant.runtime.security.TokenSecret;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real members in this process: cluster, journal, agent port and HTTP. */
@Timeout(240)
final class ControllerRoleTest {
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
    List<PemFiles> pems =
        List.of(
            PemFiles.make(Files.createDirectory(dir.resolve("pem1")), "RSA", "127.0.0.1"),
            PemFiles.make(Files.createDirectory(dir.resolve("pem2")), "RSA", "127.0.0.2"));
    Path authority =
        Files.writeString(
            dir.resolve("authority.pem"),
            Files.readString(pems.get(0).certificate())
                + Files.readString(pems.get(1).certificate()));
    TokenSecret.create(dir.resolve("secret"));
    List<Integer> ports = freePorts(4);
    for (int i = 1; i <= 2; i++) {
      Path folder = dir.resolve("state").resolve("journal").resolve("c" + i);
      Files.createFile(Files.createDirectories(folder).resolve("found"));
      String more = overTls(i, pems.get(i - 1), authority, ports);
      running.add(ControllerRole.start(site("c" + i, ports, ports.getFirst(), more)));
    }

    SSLContext tls = TlsContext.of(pems.get(0).certificate(), pems.get(0).key(), authority);
    try (HttpClient client = HttpClient.newBuilder().sslContext(tls).build()) {
      for (int i = 1; i <= 2; i++) {
        String base = "https://127.0.0.%d:%d".formatted(i, running.get(i - 1).httpPort());
        assertThat(statusWhenUp(client, base, 2).get("members")).hasSize(2);
      }
    }
  }

  /** The same ports on 127.0.0.1 and 127.0.0.2. */
  private String overTls(int number, PemFiles pem, Path authority, List<Integer> ports) {
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
      tls { certificate = "%5$s", key = "%6$s", authority = "%7$s" }
    }
    """
        .formatted(
            number,
            ports.get(0),
            ports.get(3),
            dir.resolve("secret"),
            pem.certificate(),
            pem.key(),
            authority);
  }

  @Test
  void shouldServeAloneAndLeaveNothingWhenItStops() throws Exception {
    List<Integer> ports = freePorts(4);
    ControllerRole role = ControllerRole.start(site("c1", ports, ports.getFirst(), ""));
    running.add(role);
    try (HttpClient client = HttpClient.newHttpClient()) {
      assertThat(
              statusWhenUp(client, "http://127.0.0.1:" + role.httpPort(), 1).get("name").asText())
          .isEqualTo("c1");
    }

    role.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);

    assertThat(role.whenStopped().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(30));
    for (int port : ports) {
      new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
    }
  }

  @Test
  void shouldLeaveNothingRunningWhenTheStartFailsInTheMiddle() throws Exception {
    List<Integer> ports = freePorts(4);
    Path taken = dir.resolve("c1.sock");
    try (var other =
        java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX)) {
      other.bind(java.net.UnixDomainSocketAddress.of(taken));
      SettingsFile site =
          site(
              "c1", ports, ports.getFirst(), "pliant.controller.http.socket = \"" + taken + "\"\n");

      assertThatThrownBy(() -> ControllerRole.start(site))
          .isInstanceOf(BootFailure.class)
          .hasMessageContaining("pliant.controller.http.socket");
    }
    assertThat(taken).exists();
  }

  private SettingsFile site(String name, List<Integer> ports, int otherMember, String more)
      throws IOException {
    Path file = dir.resolve(name + ".conf");
    int first = Math.min(ports.getFirst(), otherMember);
    int last = Math.max(ports.getFirst(), otherMember);
    String seeds =
        first == last ? "" : "seeds = [\"127.0.0.1:%d\", \"127.0.0.1:%d\"]".formatted(first, last);
    Files.writeString(
        file,
        """
        pliant {
          state-dir = "%s"
          controller {
            name = "%s"
            cluster { port = %d, %s }
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
                    seeds,
                    ports.get(1),
                    ports.get(2),
                    ports.get(3))
            + more);
    return SettingsFile.read(file);
  }

  private static JsonNode statusWhenUp(HttpClient client, String base, int members)
      throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (true) {
      JsonNode status = get(client, base + "/v1/status");
      long up = status.findValuesAsText("status").stream().filter("Up"::equals).count();
      if (up == members && get(client, base + "/readyz").path("ready").asBoolean(false)) {
        return status;
      }
      if (System.nanoTime() > end) {
        throw new AssertionError("not ready after 120 s: " + status);
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
