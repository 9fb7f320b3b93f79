package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.JobDetails;
import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Endpoint;
import io.pliant.cli.http.Request;
import io.pliant.cli.json.Json;
import io.pliant.core.spec.ByteCount;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The largest of everything that is legal, all at once, on three controllers with the heap that
 * they have in production: all of it is taken or refused with the limit's name, nothing is lost for
 * its size, and nobody brings a controller down with it.
 */
@Tag("alone")
final class BoundsIT {
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final int MEBIBYTE = 1 << 20;
  private static final int NODES = 400;
  private static final int BIG = 6;
  private static final int NAMED = 450;
  private static final int STEPS = 16;
  private static final long USER_BYTES = 32L * MEBIBYTE;

  private static final String SCRIPT =
      "#!/bin/sh\nexit 0\n#" + "x".repeat(MEBIBYTE - "#!/bin/sh\nexit 0\n#".length());
  private static final String NAME = "\u20ac".repeat(255);
  private static final String COMMENT = "c".repeat(4096);
  private static final List<String> ARGUMENTS =
      List.of("a".repeat(128 * 1024 - 1), "a".repeat(128 * 1024 - 1));
  private static final List<String> COMMAND =
      List.of("/bin/true", "a".repeat(128 * 1024 - 1), "a".repeat(128 * 1024 - 11));
  private static final Map<String, String> ENVIRONMENT = environment();

  @TempDir Path cluster;
  @TempDir Path work;

  @AfterEach
  void stopTheCluster() {
    pliant().run(PATIENCE, "down", List.of()).expectSuccess();
  }

  @Test
  void shouldTakeTheLargestOfEverythingAtOnceAndLiveOnAfterAFall() {
    // given
    startWithTheLargestNodes();
    long host = submit(one(0), small("host", "sleep 3600", "-n", "4"));
    RunningCluster.await("a job to run", PATIENCE, () -> statusOf(host).equals("RUNNING"));
    List<Long> controllers = pids();

    // when
    CompletableFuture<List<Long>> big = work(BIG, 2, i -> submit(one(i), largest("big-" + i)));
    CompletableFuture<List<Long>> named =
        work(NAMED, 3, i -> submit(one(i), small(key(i), "exit 0", "--hold")));
    CompletableFuture<List<Long>> steps = work(STEPS, 1, _ -> step(host));
    int listed = listUntil(CompletableFuture.allOf(big, named, steps));

    // then
    big.join().forEach(this::expectWhole);
    assertThat(listed).isPositive();
    assertThat(steps.join()).anyMatch(step -> step >= 0);
    expectListed(named.join());
    expectLimitsByUser(host);
    assertThat(pids()).as("no controller fell").isEqualTo(controllers);
    assertNothingWasDropped();

    // when
    running().record().controllers().forEach(c -> RunningCluster.kill(c.pid()));
    up();

    // then
    assertThat(statusOf(host)).isEqualTo("RUNNING");
    assertThat(submit(one(2), small(key(7), "exit 0", "--hold"))).isEqualTo(named.join().get(7));
    expectListed(named.join());
    long next = submit(one(1), small(null, "exit 0"));
    RunningCluster.await("a job afterwards", PATIENCE, () -> statusOf(next).equals("COMPLETED"));
    assertNothingWasDropped();

    // its tasks would outlive the cluster
    one(0).json(Request.delete("/v1/jobs/" + host));
    RunningCluster.await("its end", PATIENCE, () -> statusOf(host).equals("CANCELLED"));
  }

  /** Whoever looks meanwhile sees all of it; how often somebody did. */
  private int listUntil(CompletableFuture<Void> done) {
    int listed = 0;
    while (!done.isDone()) {
      assertThat(one(listed).json(Request.get("/v1/nodes")).list()).hasSize(NODES);
      assertThat(one(listed).json(Request.get("/v1/jobs")).list()).isNotEmpty();
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
      listed++;
    }
    return listed;
  }

  private void startWithTheLargestNodes() {
    List<String> options = new ArrayList<>(List.of("--controllers", "3", "--nodes", "0"));
    options.addAll(List.of("--emulate", Integer.toString(NODES), "--cpus-per-node", "65536"));
    options.addAll(List.of("--memory-per-node", Integer.toString(64 << 20)));
    options.addAll(List.of("--set", "limits.live-steps=20"));
    options.addAll(List.of("--set", "limits.user-bytes=" + USER_BYTES));
    options.addAll(List.of("--set", "limits.user-keys=" + (1 + BIG + NAMED)));
    options.addAll(List.of(EnergyTruth.METERS));
    up(options.toArray(String[]::new));
    RunningCluster.await(
        "meters",
        PATIENCE,
        () ->
            one(0).json(Request.get("/v1/nodes")).list().stream()
                .anyMatch(node -> !node.get("power").isNull()));
  }

  /** A job with the largest of everything has run, and all of it is there. */
  private void expectWhole(long job) {
    RunningCluster.await("job " + job, PATIENCE, () -> statusOf(job).equals("COMPLETED"));
    JobSpec spec = running().get("/v1/jobs/" + job).exactly(JobDetails.class).spec();
    assertThat(spec.payload()).isEqualTo(new Payload.BatchScript(SCRIPT, ARGUMENTS));
    assertThat(spec.environment()).containsAllEntriesOf(ENVIRONMENT);
    assertThat(spec.comment()).isEqualTo(COMMENT);
    assertThat(spec.name()).isEqualTo(NAME);
  }

  /** Each controller lists all of them, and all nodes; the command line does, too. */
  private void expectListed(List<Long> jobs) {
    assertThat(jobs).doesNotHaveDuplicates();
    for (int controller = 0; controller < 3; controller++) {
      assertThat(one(controller).json(Request.get("/v1/nodes")).list()).hasSize(NODES);
      List<Json> queue = one(controller).json(Request.get("/v1/jobs?state=PD")).list();
      assertThat(queue.stream().map(job -> job.get("job").number())).containsAll(jobs);
      assertThat(queue).allMatch(job -> job.get("name").raw().equals(NAME));
    }
    assertThat(pliant().run("queue", "-t", "PD").expectSuccess()).contains("\u20ac");
    assertThat(pliant().run("nodes").expectSuccess()).contains("main");
    assertThat(pliant().run("show", Long.toString(jobs.getFirst())).expectSuccess())
        .contains(COMMENT);
  }

  /** Takes jobs until the user has all that he may; what is beyond is refused with the limit. */
  private void expectLimitsByUser(long host) {
    String tooMuch = stepBody(COMMAND, Map.of("X", "v".repeat(7_000_000)));
    assertThat(refusal(() -> stepOf(host, tooMuch))).contains("limits.variable");
    assertThat(refusal(() -> submit(one(0), small("one key more", "exit 0"))))
        .contains("limits.user-keys");
    List<Long> held =
        work(18, 3, i -> taken(() -> submit(one(i), largest(null, "--hold")), "limits.user-bytes"))
            .join();
    assertThat(held).contains(-1L);
    held.stream()
        .filter(job -> job >= 0)
        .forEach(job -> one(0).json(Request.delete("/v1/jobs/" + job)));
    assertThat(held.stream().filter(job -> job >= 0).count())
        .isBetween(5L, USER_BYTES / MEBIBYTE / 2);
  }

  /** Asks for a step with the largest environment and arguments; -1 when that is refused. */
  private long step(long job) {
    return taken(() -> stepOf(job, stepBody(COMMAND, ENVIRONMENT)), "limits.");
  }

  private long stepOf(long job, String body) {
    return one(0).json(Request.postOnce("/v1/jobs/" + job + "/steps", body)).get("step").number();
  }

  private static long taken(LongSupplier wish, String limit) {
    try {
      return wish.getAsLong();
    } catch (ApiRefusal e) {
      assertThat(e).hasMessageContaining(limit);
      return -1;
    }
  }

  private static String refusal(LongSupplier wish) {
    try {
      return "taken: " + wish.getAsLong();
    } catch (ApiRefusal e) {
      return String.valueOf(e.getMessage());
    }
  }

  private List<Long> pids() {
    return running().record().controllers().stream().map(ClusterRecord.Controller::pid).toList();
  }

  private void assertNothingWasDropped() {
    for (int controller = 0; controller < 3; controller++) {
      assertThat(one(controller).json(Request.get("/v1/status")).get("unsentMessages").number())
          .as("messages that controller %d dropped", controller)
          .isZero();
    }
  }

  private String statusOf(long job) {
    return running().statusOf(job);
  }

  /**
   * Variables as large as the kernel takes them, together as many bytes as are allowed but for
   * those of variables that the controller adds.
   */
  private static Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("PATH", "/usr/bin:/bin");
    for (int i = 0; i < 7; i++) {
      environment.put("V" + i, "v".repeat(128 * 1024 - "V0=_".length()));
    }
    long left = MEBIBYTE - 512 - ByteCount.of(environment) - "V7=_".length();
    environment.put("V7", "v".repeat((int) left));
    return environment;
  }

  private static String key(int number) {
    return "%04d".formatted(number) + "k".repeat(252);
  }

  /** A job of which everything is as large as it may be. */
  private static String largest(@Nullable String key, String... options) {
    return submission(
        Map.of("script", SCRIPT, "scriptArguments", ARGUMENTS, "environment", ENVIRONMENT),
        key,
        options);
  }

  /** A job that is small but for its name and its comment. */
  private static String small(@Nullable String key, String command, String... options) {
    return submission(
        Map.of(
            "script",
            "#!/bin/sh\n" + command + "\n",
            "scriptArguments",
            List.of(),
            "environment",
            Map.of("PATH", "/usr/bin:/bin")),
        key,
        options);
  }

  private static String submission(
      Map<String, Object> payload, @Nullable String key, String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--job-name=" + NAME, "--comment=" + COMMENT, "-o", "/dev/null"));
    Map<String, @Nullable Object> body = new LinkedHashMap<>(payload);
    body.put("scriptName", "s.sh");
    body.put("options", all);
    body.put("command", List.of());
    body.put("io", null);
    body.put("workingDirectory", "/tmp");
    body.put("submissionKey", key);
    return Json.write(body);
  }

  private static String stepBody(List<String> command, Map<String, String> environment) {
    Map<String, @Nullable Object> files = new LinkedHashMap<>();
    files.put("output", "/dev/null");
    files.put("error", null);
    files.put("input", null);
    files.put("append", false);
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("name", NAME);
    body.put("nodes", 1);
    body.put("tasks", 1);
    body.put("cpusPerTask", 1);
    body.put("command", command);
    body.put("environment", environment);
    body.put("workingDirectory", "/tmp");
    body.put("files", files);
    body.put("io", null);
    return Json.write(body);
  }

  private static long submit(Controllers controllers, String body) {
    return controllers.json(Request.post("/v1/jobs", body)).get("job").number();
  }

  /** Does it so often, some at a time, in the background. */
  private static CompletableFuture<List<Long>> work(
      int times, int threads, IntToLongFunction wish) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<CompletableFuture<Long>> all =
        IntStream.range(0, times)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> wish.applyAsLong(i), pool))
            .toList();
    pool.shutdown();
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
        .thenApply(_ -> all.stream().map(CompletableFuture::join).toList());
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
