package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.Resources;
import io.pliant.identity.Identity;
import io.pliant.identity.TestIdentities;
import io.pliant.identity.TokenSecret;
import io.pliant.runtime.confinement.ConfinementSettings;
import io.pliant.runtime.confinement.HostDevices;
import io.pliant.runtime.controller.ControllerRole;
import io.pliant.runtime.power.PowerSettings;
import io.pliant.runtime.security.AccessTokens;
import io.pliant.runtime.settings.SettingsFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** A real controller in this process, for nodes that a test brings; jobs are submitted by HTTP. */
final class TestSite implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<NodeRole> nodes = new ArrayList<>();
  private final Path dir;
  private final String bearer;
  private final ControllerRole controller;

  private TestSite(Path dir, String bearer, ControllerRole controller) {
    this.dir = dir;
    this.bearer = bearer;
    this.controller = controller;
  }

  /**
   * Starts the controller.
   *
   * @param more further lines of its configuration
   */
  static TestSite start(Path dir, String more) throws Exception {
    Path secret = dir.resolve("secret");
    TokenSecret.create(secret);
    List<Integer> ports = freePorts(4);
    Path file = dir.resolve("c1.conf");
    Files.writeString(
        file,
        """
        pliant {
          cluster-name = "%s", state-dir = "%s"
          controller { cluster.port = %d, agents.port = %d, http.port = %d }
          journal.raft.port = %d
          security.token-secret-file = "%s"
        }
        """
                .formatted(
                    TestTls.CLUSTER,
                    dir.resolve("state"),
                    ports.get(0),
                    ports.get(1),
                    ports.get(2),
                    ports.get(3),
                    secret)
            + TestIdentities.OURS.settings(
                dir.resolve("pem"), Identity.controller(TestTls.CLUSTER, "c1"), "127.0.0.1")
            + more);
    String token =
        new AccessTokens(TokenSecret.read(secret), TestTls.CLUSTER)
            .issue(TestNode.ME, Instant.now().plusSeconds(3_600));
    return new TestSite(dir, "Bearer " + token, ControllerRole.start(SettingsFile.read(file)));
  }

  int agentPort() {
    return controller.agentPort();
  }

  /** Starts a node in this process, with its folder below that one. */
  void node(NodeName name, Path folder) {
    nodes.add(
        NodeRole.start(
            new NodeSettings(
                List.of(name),
                folder,
                List.of(InetSocketAddress.createUnresolved("127.0.0.1", agentPort())),
                new Resources(2, 1000),
                HostDevices.NONE,
                Features.NONE,
                NodeTraits.NONE,
                TestTls.CLUSTER,
                TestTls.agentOf(List.of(name)),
                null,
                PowerSettings.none(),
                ConfinementSettings.auto(),
                null,
                "")));
  }

  /** Submits a script and returns the number of its job. */
  long submit(String script, String... options) {
    ObjectNode body = json.createObjectNode();
    body.put("script", "#!/bin/bash\n" + script + "\n").put("scriptName", "job.sh");
    body.putArray("scriptArguments");
    body.putArray("command");
    body.putNull("io");
    body.put("workingDirectory", dir.toString());
    body.putObject("environment").put("PATH", "/usr/bin:/bin");
    var words = body.putArray("options");
    List.of(options).forEach(words::add);
    JsonNode answer =
        send(request("/v1/jobs").POST(HttpRequest.BodyPublishers.ofString(body.toString())));
    assertThat(answer.path("job").isNumber()).as("%s", answer).isTrue();
    return answer.path("job").asLong();
  }

  JsonNode job(long number) {
    return send(request("/v1/jobs/" + number));
  }

  /** The row of a node; of nothing when it is not known. */
  JsonNode node(NodeName name) {
    for (JsonNode row : send(request("/v1/nodes")).findParents("lastSeen")) {
      if (row.path("node").asText().equals(name.value())) {
        return row;
      }
    }
    return json.createObjectNode();
  }

  /** Waits until a node's row is as wanted. */
  void awaitNode(NodeName name, Predicate<JsonNode> wanted, String what) {
    await(() -> node(name), wanted, name + " " + what);
  }

  /** Waits until a job is as wanted. */
  JsonNode awaitJob(long number, Predicate<JsonNode> wanted, String what) {
    return await(() -> job(number), wanted, "job " + number + " " + what);
  }

  private interface Question {
    JsonNode ask();
  }

  private static JsonNode await(Question question, Predicate<JsonNode> wanted, String what) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      JsonNode seen = question.ask();
      if (wanted.test(seen)) {
        return seen;
      }
      assertThat(System.nanoTime()).as("waiting for %s: %s", what, seen).isLessThan(end);
      LockSupport.parkNanos(50_000_000);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:%d%s".formatted(controller.httpPort(), path)))
        .header("Authorization", bearer);
  }

  private JsonNode send(HttpRequest.Builder request) {
    try {
      return json.readTree(
          client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    }
    List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
    for (ServerSocket socket : sockets) {
      socket.close();
    }
    return ports;
  }

  @Override
  public void close() throws Exception {
    for (NodeRole node : nodes) {
      node.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
    controller.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
    client.close();
  }
}
