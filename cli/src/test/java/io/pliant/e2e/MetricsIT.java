package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.pliant.cli.cluster.ClusterRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Three controllers, scraped by the real Prometheus with the configuration that is shipped. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MetricsIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Path CONFIG = PliantCommand.root().resolve("config");

  /** Of what does not happen on this cluster: nothing resizes, and there are no meters. */
  private static final List<String> EMPTY =
      List.of("pliant_adaptation_seconds", "pliant_power_", "pliant_round_refusals");

  private final HttpClient http = HttpClient.newHttpClient();
  private Path folder = Path.of("unset");
  private PliantCommand pliant;
  private String token = "";

  @BeforeAll
  void startACluster(@TempDir Path temp) throws IOException {
    folder = temp;
    Path secret = folder.resolve("secret");
    Files.writeString(secret, "0123456789abcdef".repeat(4) + "\n");
    assertThat(secret.toFile().setReadable(false, false)).isTrue();
    assertThat(secret.toFile().setReadable(true, true)).isTrue();
    pliant =
        PliantCommand.of(
            PliantCommand.root(),
            folder.resolve("cluster"),
            Files.createDirectory(folder.resolve("work")));
    pliant
        .run(
            PliantCommand.UP,
            "up",
            List.of(
                "--controllers",
                "3",
                "--nodes",
                "1",
                "--set",
                "security.token-secret-file=" + secret))
        .expectSuccess();
    token =
        pliant
            .plain(
                "controller",
                "token",
                "--config",
                controllers().getFirst().config(),
                "--user",
                System.getProperty("user.name"))
            .expectSuccess()
            .strip();
  }

  @AfterAll
  void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  @Test
  void shouldGiveItsMetricsToWhomeverIsProvenAndToNobodyElse() throws Exception {
    String url = controllers().getFirst().http() + "/metrics";
    assertThat(get(url, null).statusCode()).isEqualTo(401);
    HttpResponse<String> page = get(url, token);
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
    assertThat(page.body()).contains("pliant_journal_append_seconds_bucket{group=\"0\",le=");
    assertThat(page.body()).contains("jvm_memory_used_bytes{area=\"heap\"}");
  }

  @Test
  void shouldTellEachPartitionOnceHoweverManyControllersThereAre() {
    RunningCluster.await(
        "one host",
        PATIENCE,
        () -> {
          long hosts =
              controllers().stream()
                  .filter(
                      controller -> body(controller).contains("pliant_nodes{partition=\"main\""))
                  .count();
          return hosts == 1;
        });
  }

  @Test
  void shouldPassPromtoolAndFillTheDashboardOfThreeControllers() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/promtool"))
            && Files.isExecutable(Path.of("/usr/bin/prometheus")),
        "no Prometheus (Debian: prometheus)");
    for (int i = 0; i < 3; i++) {
      pliant.run("submit", "--parsable", "--wait", "--wrap", "true").expectSuccess();
    }
    for (ClusterRecord.Controller controller : controllers()) {
      Path page = Files.writeString(folder.resolve(controller.name() + ".txt"), body(controller));
      run(List.of("sh", "-c", "promtool check metrics < " + page));
    }
    int port = freePort();
    Path config = configured();
    run(List.of("promtool", "check", "config", config.toString()));
    Process prometheus =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("tsdb"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("prometheus.log").toFile())
            .start();
    try {
      String base = "http://127.0.0.1:" + port + "/api/v1/query?query=";
      RunningCluster.await(
          "three controllers up", PATIENCE, () -> query(base, "up == 1").size() == 3);
      for (String expression : dashboard()) {
        boolean mayBeEmpty = EMPTY.stream().anyMatch(expression::contains);
        RunningCluster.await(
            expression, PATIENCE, () -> query(base, expression).size() > 0 || mayBeEmpty);
      }
    } finally {
      prometheus.destroy();
      assertThat(prometheus.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** What is shipped, with the ports of this cluster, its token and a shorter pause. */
  private Path configured() throws IOException {
    List<String> targets =
        controllers().stream()
            .map(controller -> "\"" + controller.http().replaceFirst("^http://", "") + "\"")
            .toList();
    String text = Files.readString(CONFIG.resolve("prometheus/prometheus.yml"));
    assertThat(text).contains("[\"127.0.0.1:6820\"]", "scrape_interval: 15s");
    Files.writeString(folder.resolve("token"), token + "\n");
    Files.copy(CONFIG.resolve("prometheus/alerts.yml"), folder.resolve("alerts.yml"));
    return Files.writeString(
        folder.resolve("prometheus.yml"),
        text.replace("[\"127.0.0.1:6820\"]", targets.toString())
            .replace("scrape_interval: 15s", "scrape_interval: 1s"));
  }

  private static List<String> dashboard() throws IOException {
    List<String> expressions = new ArrayList<>();
    JsonNode panels = JSON.readTree(CONFIG.resolve("grafana/pliant.json").toFile()).path("panels");
    for (JsonNode panel : panels) {
      panel.path("targets").forEach(target -> expressions.add(target.path("expr").asText()));
    }
    assertThat(expressions).hasSizeGreaterThan(10);
    return expressions;
  }

  /** What Prometheus finds; nothing while it starts. */
  private JsonNode query(String base, String expression) {
    try {
      HttpResponse<String> answer = get(base + URLEncoder.encode(expression, UTF_8), null);
      assertThat(answer.statusCode()).as(answer.body()).isIn(200, 503);
      return JSON.readTree(answer.body()).path("data").path("result");
    } catch (IOException e) {
      return JSON.createArrayNode();
    }
  }

  private String body(ClusterRecord.Controller controller) {
    try {
      return get(controller.http() + "/metrics", token).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<ClusterRecord.Controller> controllers() {
    return new RunningCluster(folder.resolve("cluster")).record().controllers();
  }

  private HttpResponse<String> get(String url, @Nullable String bearer) throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    if (bearer != null) {
      request.header("Authorization", "Bearer " + bearer);
    }
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private void run(List<String> command) throws Exception {
    Path log = folder.resolve("tool.log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as("%s: %s", command, Files.readString(log)).isZero();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
