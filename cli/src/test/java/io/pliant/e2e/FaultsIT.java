package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.http.Request;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three hundred jobs pass through three controllers and eight nodes while every process is killed
 * at least once. Each job leaves a mark when it starts and one when it ends; a third of them have
 * one or both devices of a node.
 */
final class FaultsIT {
  private static final int JOBS = 300;
  private static final int EXIT_CODES = 5;

  @TempDir Path cluster;
  @TempDir Path work;
  private PliantCommand pliant;
  private Path marks;
  private final Map<Long, Integer> expectedExit = new ConcurrentSkipListMap<>();

  @BeforeEach
  void startACluster() throws IOException {
    marks = Files.createFile(work.resolve("marks"));
    pliant = PliantCommand.of(PliantCommand.root(), cluster, work);
    up("--controllers", "3", "--nodes", "8", "--cpus-per-node", "4", "--set=node.devices=[gpu:2]");
  }

  @AfterEach
  void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  @Test
  void shouldLoseNoJobAndStartNoneTwiceWhenEveryProcessIsKilledInTurn() throws Exception {
    // given
    CompletableFuture<Void> submissions = CompletableFuture.runAsync(this::submitAll);

    // when
    for (int controller = 0; controller < 3; controller++) {
      awaitStarts(36 * (controller + 1));
      RunningCluster.kill(running().record().controllers().get(controller).pid());
      awaitStarts(36 * (controller + 1) + 12);
      up();
    }
    awaitStarts(156);
    RunningCluster.kill(running().record().nodes().get(2).pid());
    LockSupport.parkNanos(Duration.ofSeconds(5).toNanos());
    up();
    awaitStarts(192);
    killEverything();
    up();
    submissions.get();

    // then
    await(
        "the partition to live beside the leader of the journal",
        () ->
            running()
                .get("/v1/partitions")
                .list()
                .getFirst()
                .get("host")
                .text()
                .equals(running().get("/v1/journal").get("leader").text()));
    await(
        "the queue to be empty",
        () -> running().controllers().json(Request.get("/v1/jobs")).list().isEmpty());
    assertThat(expectedExit).hasSize(JOBS);
    assertEachStartedAndEndedOnce();
    assertEachDeviceWasHeldByOneJobAtATime();
    assertExitCodes();
  }

  private void submitAll() {
    for (int i = 0; i < JOBS; i++) {
      int exit = i % EXIT_CODES;
      String seconds = i % 10 == 0 ? "8" : "0." + (1 + i % 7);
      String script =
          """
          #!/bin/bash
          echo "$SLURM_JOB_ID run ${SLURM_RESTART_COUNT:-0} on $SLURMD_NODENAME at $EPOCHREALTIME" >> %1$s.detail
          for gpu in ${CUDA_VISIBLE_DEVICES//,/ }; do # a lock that lasts as long as any process of the job
            exec {lock}> %1$s.gpu-$SLURMD_NODENAME-$gpu
            flock -n $lock || gpu+=" twice"
            echo "$SLURM_JOB_ID $gpu" >> %1$s.gpus
          done
          echo "start $SLURM_JOB_ID" >> %1$s
          sleep %2$s
          echo "end $SLURM_JOB_ID" >> %1$s
          exit %3$d
          """
              .formatted(marks, seconds, exit);
      Map<String, Object> body = new TreeMap<>();
      body.put("script", script);
      body.put("scriptName", "job.sh");
      body.put("scriptArguments", List.of());
      body.put("options", List.of("-o", "/dev/null", "-t", "5", "--gres=gpu:" + gpus(i)));
      body.put("command", List.of());
      body.put("io", null);
      body.put("workingDirectory", work.toString());
      body.put("environment", Map.of("PATH", "/usr/bin:/bin"));
      body.put("submissionKey", "faults-" + i);
      long job = submit(Json.write(body));
      assertThat(expectedExit.put(job, exit)).as("job %d was acknowledged once", job).isNull();
    }
  }

  private static int gpus(int i) {
    return i % 3 == 0 ? 1 + i / 3 % 2 : 0;
  }

  /** Which device a job had says its variable; that nobody else had it says a lock on a file. */
  private void assertEachDeviceWasHeldByOneJobAtATime() throws IOException {
    List<String> held = Files.readAllLines(work.resolve("marks.gpus"));
    assertThat(held).noneMatch(line -> line.endsWith("twice"));
    assertThat(held).hasSize(IntStream.range(0, JOBS).map(FaultsIT::gpus).sum());
    for (Json node : running().get("/v1/nodes").list()) {
      assertThat(node.get("devices").get("amounts").get("gpu").get("count").number()).isEqualTo(2);
      assertThat(node.get("allocatedDevices").isNull()).as("leaked of %s", node).isTrue();
    }
  }

  /** As a client that does not give up: the submission key makes a repetition harmless. */
  private long submit(String body) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return running().controllers().json(Request.post("/v1/jobs", body)).get("job").number();
      } catch (CommandFailure failure) {
        assertThat(System.nanoTime())
            .as("time to submit: %s", failure.getMessage())
            .isLessThan(end);
        LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
      }
    }
  }

  private void assertEachStartedAndEndedOnce() throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    for (String line : Files.readAllLines(marks)) {
      counts.merge(line, 1, Integer::sum);
    }
    for (long job : expectedExit.keySet()) {
      assertThat(counts.getOrDefault("start " + job, 0))
          .as(() -> "starts of job %d: %s".formatted(job, detail(job)))
          .isEqualTo(1);
      assertThat(counts.getOrDefault("end " + job, 0)).as("ends of job %d", job).isEqualTo(1);
    }
    assertThat(counts).hasSize(2 * JOBS);
  }

  /** Where and when a job ran, and what the logs say of it. */
  private String detail(long job) {
    try (var runs = Files.lines(work.resolve("marks.detail"));
        var logs = Files.list(cluster.resolve("log"))) {
      List<String> found = new ArrayList<>(runs.filter(r -> r.startsWith(job + " ")).toList());
      for (Path log : logs.toList()) {
        try (var lines = Files.lines(log)) {
          lines.filter(l -> l.matches(".*\\b" + job + "\\.batch.*")).forEach(found::add);
        }
      }
      return String.join("\n", found);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void assertExitCodes() {
    List<String> wrong = new ArrayList<>();
    expectedExit.forEach((job, exit) -> {
      Json details = running().controllers().json(Request.get("/v1/jobs/" + job));
      String got = details.get("status").text() + " " + details.get("exit").get("code").number();
      String wanted = (exit == 0 ? "COMPLETED " : "FAILED ") + exit;
      if (!got.equals(wanted)) {
        wrong.add("job %d: expected %s, but got %s".formatted(job, wanted, got));
      }
    });
    assertThat(wrong).isEmpty();
  }

  private void killEverything() throws IOException {
    ClusterRecord record = running().record();
    for (ClusterRecord.Controller controller : record.controllers()) {
      RunningCluster.kill(controller.pid());
    }
    for (ClusterRecord.Node node : record.nodes()) {
      RunningCluster.kill(node.pid());
    }
  }

  private void up(String... options) {
    pliant.run(PliantCommand.UP, "up", List.of(options)).expectSuccess();
  }

  private void awaitStarts(int count) {
    await(count + " jobs to have started", () -> starts() >= count);
  }

  private long starts() {
    try (var lines = Files.lines(marks)) {
      return lines.filter(line -> line.startsWith("start ")).count();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void await(String what, BooleanSupplier condition) {
    RunningCluster.await(what, PATIENCE, condition);
  }

  private RunningCluster running() {
    return new RunningCluster(cluster);
  }
}
