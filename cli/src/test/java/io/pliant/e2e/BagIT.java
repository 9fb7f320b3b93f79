package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bags of tasks on two nodes: as the guide says, with every process killed, and resized. */
final class BagIT {
  private static final int SLOTS = 8;
  private static final int TASKS = 2000;

  @TempDir Path cluster;
  @TempDir Path work;
  private PliantCommand pliant;

  @BeforeEach
  void startACluster() {
    pliant =
        PliantCommand.of(PliantCommand.root(), cluster, work)
            .with(Map.of("PLIANT_HOME", cluster.toString()));
    up("--controllers", "1", "--nodes", "2", "--cpus-per-node", "4");
  }

  @AfterEach
  void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  @Test
  void shouldDoAsTheGuideSays() throws Exception {
    List<String> blocks = blocks(Files.readString(PliantCommand.root().resolve("docs/bags.md")));
    assertThat(blocks).hasSize(2);
    for (String block : blocks) {
      String script =
          block
              .replace("pliant ", PliantCommand.root().resolve("pliant") + " ")
              .replace("1 1000", "1 40")
              .replace("1-100000", "1-500");
      ProcessBuilder shell = new ProcessBuilder("sh", "-ec", script).directory(work.toFile());
      shell.environment().put("PLIANT_HOME", cluster.toString());
      assertThat(shell.inheritIO().start().waitFor()).isZero();
    }
    awaitDone("tasks.bag", 40);
    awaitDone("numbers.bag", 500);
    assertThat(Files.readString(work.resolve("tasks.bag/output/n001"))).contains("sample ");
  }

  @Test
  void shouldGiveEachTaskOneResultWhenEveryProcessIsKilled() throws Exception {
    // given
    Path ran = work.resolve("ran");
    submit(
        "bag",
        "--folder=b.bag",
        "-N2",
        "--ntasks-per-node=4",
        "--range=1-" + TASKS,
        "--",
        "sh",
        "-c",
        "echo {} >> " + ran + "; sleep 0.1");

    // when
    awaitRuns(ran, 300);
    RunningCluster.kill(running().record().controllers().getFirst().pid());
    awaitRuns(ran, 500);
    RunningCluster.kill(running().record().nodes().getLast().pid());
    awaitRuns(ran, 700);
    killAll(work.resolve("b.bag").toString());
    up();
    awaitJobsOver();
    long runsBefore = runs(ran).size();
    assertThat(runsBefore).isLessThan(TASKS);
    submit("bag", "resume", "b.bag", "-N2", "--ntasks-per-node=4");

    // then
    awaitDone("b.bag", TASKS);
    Map<String, Integer> times = new HashMap<>();
    runs(ran).forEach(task -> times.merge(task, 1, Integer::sum));
    assertThat(times).hasSize(TASKS);
    assertThat(times.values()).allMatch(n -> n <= 2);
    assertThat(times.values().stream().filter(n -> n == 2).count()).isLessThanOrEqualTo(SLOTS);
  }

  @Test
  void shouldGrowAndShrinkAtOnce() throws Exception {
    // given
    Path ran = work.resolve("ran");
    long job =
        submit(
            "bag",
            "--folder=m.bag",
            "-N1",
            "--min-nodes=1",
            "--max-nodes=2",
            "--ntasks-per-node=2",
            "--range=1-400",
            "--",
            "sh",
            "-c",
            "echo {} >> " + ran + "; sleep 0.1");

    // when
    awaitRuns(ran, 20);
    resize(job, 2);
    awaitSize(job, "EXPAND COMMITTED 2");
    Path joined = work.resolve("m.bag/passes/1/results.n002");
    RunningCluster.await("results of the new node", PATIENCE, () -> size(joined) > 0);
    resize(job, 1);
    awaitSize(job, "SHRINK COMMITTED 1");

    // then
    awaitDone("m.bag", 400);
    assertThat(running().statusOf(job)).isEqualTo("COMPLETED");
  }

  private void resize(long job, int nodes) {
    RunningCluster.await(
        "the resize to be taken",
        PATIENCE,
        () ->
            pliant.plain("adapt", Long.toString(job), "--nodes", Integer.toString(nodes)).exit()
                == 0);
  }

  private void awaitSize(long job, String last) {
    RunningCluster.await(
        last,
        PATIENCE,
        () -> running().sizes(job).contains(last),
        () -> running().sizes(job) + running().logs());
  }

  private static long size(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long submit(String... words) {
    String said = pliant.plain(words).expectSuccess();
    assertThat(said).startsWith("Submitted batch job ");
    return Long.parseLong(said.substring(said.lastIndexOf(' ') + 1));
  }

  private void awaitDone(String bag, int tasks) {
    awaitJobsOver();
    String status = pliant.plain("bag", "status", bag, "--json").expectSuccess();
    assertThat(Json.parse(status).get("done").number()).as(status).isEqualTo(tasks);
    assertThat(Json.parse(status).get("failed").number()).as(status).isZero();
    List<Long> numbers =
        pliant
            .plain("bag", "results", bag, "--json")
            .expectSuccess()
            .lines()
            .map(line -> Json.parse(line).get("task").number())
            .toList();
    assertThat(numbers)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, tasks).mapToObj(i -> (long) i).toList());
  }

  private void awaitJobsOver() {
    RunningCluster.await(
        "no job to be left",
        PATIENCE,
        () -> running().get("/v1/jobs").list().isEmpty(),
        () -> running().logs());
  }

  private void awaitRuns(Path ran, int count) {
    RunningCluster.await(count + " runs", PATIENCE, () -> runs(ran).size() >= count);
  }

  private static List<String> runs(Path ran) {
    try {
      return Files.exists(ran) ? Files.readAllLines(ran) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Controllers, agents, and all that works on the bag: what a host loses with its power. */
  private void killAll(String bag) {
    ClusterRecord record = running().record();
    List<Long> processes = new ArrayList<>();
    record.controllers().forEach(c -> processes.add(c.pid()));
    record.nodes().forEach(n -> processes.add(n.pid()));
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      all.filter(p -> p.info().commandLine().orElse("").contains(bag))
          .forEach(p -> processes.add(p.pid()));
    }
    new TreeSet<>(processes)
        .forEach(p -> ProcessHandle.of(p).ifPresent(ProcessHandle::destroyForcibly));
    RunningCluster.await(
        "all to be gone",
        PATIENCE,
        () ->
            processes.stream()
                .noneMatch(p -> ProcessHandle.of(p).map(ProcessHandle::isAlive).orElse(false)));
  }

  private static List<String> blocks(String guide) {
    Matcher blocks = Pattern.compile("(?s)```\n(.*?)```").matcher(guide);
    return blocks.results().map(m -> m.group(1)).toList();
  }

  private void up(String... options) {
    pliant.run(PliantCommand.UP, "up", List.of(options)).expectSuccess();
  }

  private RunningCluster running() {
    return new RunningCluster(cluster);
  }
}
