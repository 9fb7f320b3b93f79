package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Endpoint;
import io.pliant.cli.http.Request;
import io.pliant.cli.json.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The largest of everything that is legal, on three controllers with the heap that they have in
 * production: nothing is lost for its size, and nobody brings a controller down with it.
 */
final class BoundsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(6);
  private static final int MEBIBYTE = 1 << 20;

  @TempDir Path cluster;
  @TempDir Path work;

  @AfterEach
  void stopTheCluster() {
    pliant().run(PATIENCE, "down", List.of()).expectSuccess();
  }

  @Test
  void shouldRunTheLargestScriptsWhicheverControllerTakesThem() {
    // given
    up("--controllers", "3", "--nodes", "1", "--cpus-per-node", "8");
    String script = "#!/bin/sh\nexit 0\n#" + "x".repeat(MEBIBYTE - 18);
    Map<String, String> environment = environment(7);

    // when
    List<Long> jobs =
        each(50, i -> submit(one(i), submission(script, environment, "big-" + i, List.of())));

    // then
    assertThat(jobs).doesNotHaveDuplicates();
    for (long job : jobs) {
      RunningCluster.await("job " + job, PATIENCE, () -> over(job));
      Json details = running().get("/v1/jobs/" + job);
      assertThat(details.get("status").text()).as("job %d", job).isEqualTo("COMPLETED");
      assertThat(details.get("spec").get("payload").get("script").raw()).isEqualTo(script);
      assertThat(details.get("spec").get("environment").texts()).containsAllEntriesOf(environment);
    }
    assertNothingWasDropped();
  }

  @Test
  void shouldListMoreThanOneMessageHolds() {
    // given
    List<String> options = new ArrayList<>(List.of("--controllers", "3", "--nodes", "0"));
    options.addAll(List.of("--emulate", "700", "--cpus-per-node", "1"));
    options.addAll(List.of(EnergyTruth.METERS));
    up(options.toArray(String[]::new));
    RunningCluster.await(
        "all meters",
        PATIENCE,
        () ->
            one(0).json(Request.get("/v1/nodes")).list().stream()
                .allMatch(node -> !node.get("power").isNull()));
    String name = "\u20ac".repeat(255);

    // when
    each(
        1_500,
        i ->
            submit(
                one(i),
                submission(
                    "#!/bin/sh\n", Map.of(), null, List.of("--hold", "--job-name=" + name))));

    // then
    for (int controller = 0; controller < 3; controller++) {
      assertThat(one(controller).json(Request.get("/v1/nodes")).list()).hasSize(700);
      List<Json> queue = one(controller).json(Request.get("/v1/jobs")).list();
      assertThat(queue).hasSize(1_500).allMatch(job -> job.get("name").raw().equals(name));
      assertThat(queue.stream().map(job -> job.get("job").number())).doesNotHaveDuplicates();
    }
    assertNothingWasDropped();
  }

  @Test
  void shouldLiveOnWhenAUserTakesAllThatHeMayAndAfterAFall() {
    // given
    up(
        "--controllers",
        "3",
        "--nodes",
        "1",
        "--cpus-per-node",
        "8",
        "--set",
        "limits.live-steps=20");
    long job =
        submit(
            one(0),
            submission(
                "#!/bin/sh\nsleep 3600\n", Map.of(), null, List.of("-n", "4", "-o", "/dev/null")));
    RunningCluster.await(
        "the job to run",
        PATIENCE,
        () -> !running().get("/v1/jobs/" + job).get("startedAt").isNull());

    // when
    for (int i = 0; i < 55; i++) {
      String tooMuch = step(Map.of("X", "v".repeat(7_000_000)));
      assertThatThrownBy(() -> one(0).json(Request.postOnce("/v1/jobs/" + job + "/steps", tooMuch)))
          .isInstanceOf(ApiRefusal.class)
          .hasMessageContaining("limits.variable");
    }
    int made = steps(job, 60);
    each(
        500,
        i ->
            submit(
                one(i),
                submission(
                    "#!/bin/sh\nexit 0\n#" + "x".repeat(100_000),
                    Map.of("PATH", "/bin"),
                    "%04d".formatted(i) + "k".repeat(252),
                    List.of("--hold"))));
    assertThat(made).isGreaterThan(20);
    running().record().controllers().forEach(c -> RunningCluster.kill(c.pid()));
    up();

    // then
    assertThat(running().statusOf(job)).isEqualTo("RUNNING");
    long next = submit(one(1), submission("#!/bin/sh\nexit 0\n", Map.of(), "next", List.of()));
    RunningCluster.await("a job afterwards", PATIENCE, () -> over(next));
    assertThat(running().statusOf(next)).isEqualTo("COMPLETED");
    assertThat(submit(one(2), submission("#!/bin/sh\n", Map.of(), "next", List.of())))
        .isEqualTo(next);
    assertNothingWasDropped();
  }

  /** Asks for steps with the largest environment; refusals are told, and no reason to stop. */
  private int steps(long job, int wishes) {
    int made = 0;
    String step = step(environment(7));
    for (int i = 0; i < wishes; i++) {
      try {
        one(i).json(Request.postOnce("/v1/jobs/" + job + "/steps", step));
        made++;
      } catch (ApiRefusal e) {
        assertThat(e).hasMessageContaining("limits.");
      }
    }
    return made;
  }

  private void assertNothingWasDropped() {
    for (int controller = 0; controller < 3; controller++) {
      assertThat(one(controller).json(Request.get("/v1/status")).get("unsentMessages").number())
          .as("messages that controller %d dropped", controller)
          .isZero();
    }
  }

  private boolean over(long job) {
    return List.of("COMPLETED", "FAILED", "CANCELLED").contains(running().statusOf(job));
  }

  private static Map<String, String> environment(int variables) {
    Map<String, String> environment = new LinkedHashMap<>();
    for (int i = 0; i < variables; i++) {
      environment.put("V" + i, "v".repeat(131_072 - 4));
    }
    environment.put("PATH", "/usr/bin:/bin");
    return environment;
  }

  private static String submission(
      String script, Map<String, String> environment, @Nullable String key, List<String> options) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("script", script);
    body.put("scriptName", "s.sh");
    body.put("scriptArguments", List.of());
    body.put("options", options);
    body.put("command", List.of());
    body.put("io", null);
    body.put("workingDirectory", "/tmp");
    body.put("environment", environment);
    body.put("submissionKey", key);
    return Json.write(body);
  }

  private static String step(Map<String, String> environment) {
    Map<String, @Nullable Object> files = new LinkedHashMap<>();
    files.put("output", "/dev/null");
    files.put("error", null);
    files.put("input", null);
    files.put("append", false);
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("name", "s");
    body.put("nodes", 1);
    body.put("tasks", 1);
    body.put("cpusPerTask", 1);
    body.put("command", List.of("/bin/true"));
    body.put("environment", environment);
    body.put("workingDirectory", "/tmp");
    body.put("files", files);
    body.put("io", null);
    return Json.write(body);
  }

  private static long submit(Controllers controllers, String body) {
    return controllers.json(Request.post("/v1/jobs", body)).get("job").number();
  }

  /** Does it so often, some at a time. */
  private static List<Long> each(int times, IntToLongFunction work) {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<CompletableFuture<Long>> all =
          IntStream.range(0, times)
              .mapToObj(i -> CompletableFuture.supplyAsync(() -> work.applyAsLong(i), threads))
              .toList();
      return all.stream().map(CompletableFuture::join).toList();
    }
  }

  /** A client of one controller alone. */
  private Controllers one(int number) {
    List<ClusterRecord.Controller> all = running().record().controllers();
    Path socket = Path.of(String.valueOf(all.get(number % all.size()).socket()));
    return Controllers.of(List.of(new Endpoint.Unix(socket)), null, () -> true, _ -> {});
  }

  private void up(String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    if (!all.isEmpty()) {
      all.addAll(List.of("--set", "timing.request=1m"));
    }
    all.addAll(List.of("--timeout", Long.toString(PATIENCE.toSeconds())));
    pliant().run(PATIENCE, "up", all).expectSuccess();
  }

  private RunningCluster running() {
    return new RunningCluster(cluster);
  }

  private PliantCommand pliant() {
    return PliantCommand.of(PliantCommand.root(), cluster, work);
  }
}
