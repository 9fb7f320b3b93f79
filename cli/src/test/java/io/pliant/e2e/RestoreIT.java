package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pliant.cli.http.Request;
import io.pliant.cli.json.Json;
import io.pliant.core.testing.PostgreSqlServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The procedures of docs/operations.md that go back to an earlier journal, or to none, each with
 * jobs afterwards. Each job leaves a mark with its number and the number of its process.
 */
final class RestoreIT {
  private static final String LONG = "sleep 900";

  @TempDir Path cluster;
  @TempDir Path work;

  @AfterEach
  void stopTheCluster() {
    for (long process : marks().values()) {
      ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly);
    }
    pliant().run("down").expectSuccess();
  }

  @Test
  void shouldGoOnWithABackupWhoseTermsAndNumbersNodesHaveSeenBeyond() throws IOException {
    // given a backup with a job that runs on, and one that will have ended
    up("--controllers", "1", "--nodes", "2", "--cpus-per-node", "4");
    long lasting = submit(LONG);
    long ending = submit("until [ -e go ]; do sleep 0.1; done");
    awaitMarks(lasting, ending);
    journal("backup", backup());

    // and after it: a new term, a job that ended, and two that run, one of them unknown then
    pliant().run("down").expectSuccess();
    up();
    Files.createFile(work.resolve("go"));
    awaitStatus(ending, "COMPLETED");
    long forgotten = submit(LONG);
    long process = processOf(forgotten);
    Files.writeString(work.resolve("marks"), "");
    RunningCluster.kill(running().record().controllers().getFirst().pid());

    // when
    restore();

    // then
    long after = submit("true");
    awaitStatus(after, "COMPLETED");
    assertThat(after).isGreaterThan(100_000);
    RunningCluster.await(
        "the task of the forgotten job to be ended", PATIENCE, () -> !alive(process));
    awaitStatus(ending, "COMPLETED"); // nobody knows how it ended, so it ran again
    awaitMarks(ending);
    assertThat(running().get("/v1/history?job=" + forgotten).list()).isEmpty();
    assertThat(running().statusOf(lasting)).isEqualTo("RUNNING");
    assertThat(marks()).doesNotContainKey(lasting);
    pliant().run("cancel", Long.toString(lasting)).expectSuccess();
    awaitStatus(lasting, "CANCELLED");
  }

  @Test
  void shouldRunJobsAfterEachProcedureOnThreeControllers() throws IOException {
    // given
    up("--controllers", "3", "--nodes", "2", "--cpus-per-node", "4");
    Set<Long> numbers = new HashSet<>(runAll(5));
    journal("backup", backup());
    assertThat(numbers.addAll(runAll(5))).isTrue();

    // when, then: a restore on all of them
    restore();
    List<Long> restored = runAll(5);
    assertThat(restored).doesNotContainAnyElementsOf(numbers);
    numbers.addAll(restored);

    // a controller's disk is lost
    RunningCluster.kill(running().record().controllers().get(2).pid());
    delete(cluster.resolve("journal/c3"));
    pliant().plain(PATIENCE, "controller", "remove", "c3", "--dir", dir()).expectSuccess();
    pliant().plain(PATIENCE, "controller", "add", "--dir", dir()).expectSuccess();
    assertThat(runAll(5)).doesNotContainAnyElementsOf(numbers);

    // begin anew, while a job runs under a number that is given out again
    long old = submit(LONG);
    long process = processOf(old);
    pliant().run("down").expectSuccess();
    delete(cluster.resolve("journal"));
    journal("found");
    up();
    assertThat(runAll(5)).contains(1L);
    RunningCluster.await("the old task to be ended", PATIENCE, () -> !alive(process));
  }

  @Test
  void shouldGoOnWithADumpOfADatabase() throws Exception {
    Path bin = PostgreSqlServer.find();
    assumeTrue(bin != null, "no PostgreSQL server is installed");
    try (PostgreSqlServer server = PostgreSqlServer.start(Objects.requireNonNull(bin))) {
      JournalDatabase database = JournalDatabase.on(server);
      // given a dump with a job that runs on, and after it: a new term, and a job unknown then
      List<String> options = new ArrayList<>(List.of("--nodes", "1", "--cpus-per-node", "4"));
      options.addAll(database.options());
      up(options.toArray(String[]::new));
      long lasting = submit(LONG);
      awaitMarks(lasting);
      database.dump();
      RunningCluster.kill(running().record().controllers().getFirst().pid());
      up();
      long process = processOf(submit(LONG));

      // when
      pliant().run("down").expectSuccess();
      database.restore();
      journal("renew");
      up();

      // then
      assertThat(runAll(1)).allMatch(job -> job > 100_000);
      RunningCluster.await(
          "the task of the forgotten job to be ended", PATIENCE, () -> !alive(process));
      assertThat(running().statusOf(lasting)).isEqualTo("RUNNING");
      pliant().run("cancel", Long.toString(lasting)).expectSuccess();
      awaitStatus(lasting, "CANCELLED");
      pliant().run("down").expectSuccess();
    }
  }

  private void restore() throws IOException {
    pliant().run("down").expectSuccess();
    Files.move(cluster.resolve("journal"), cluster.resolve("journal.before"));
    journal("restore", backup());
    up();
  }

  private String backup() {
    return work.resolve("backup").toString();
  }

  private void journal(String verb, String... words) {
    List<String> line = new ArrayList<>(List.of("journal", verb));
    line.addAll(List.of(words));
    line.addAll(List.of("--dir", dir()));
    pliant().plain(line.toArray(String[]::new)).expectSuccess();
  }

  private List<Long> runAll(int count) {
    List<Long> jobs = Stream.generate(() -> submit("true")).limit(count).toList();
    jobs.forEach(job -> awaitStatus(job, "COMPLETED"));
    return jobs;
  }

  private long submit(String command) {
    Map<String, Object> body = new TreeMap<>();
    body.put("script", "#!/bin/bash\necho \"$SLURM_JOB_ID $$\" >> marks\n" + command + "\n");
    body.put("scriptName", "job.sh");
    body.put("scriptArguments", List.of());
    body.put("options", List.of("-o", "/dev/null", "-t", "20"));
    body.put("command", List.of());
    body.put("io", null);
    body.put("workingDirectory", work.toString());
    body.put("environment", Map.of("PATH", "/usr/bin:/bin"));
    return running()
        .controllers()
        .json(Request.post("/v1/jobs", Json.write(body)))
        .get("job")
        .number();
  }

  private void awaitStatus(long job, String status) {
    RunningCluster.await(
        "job " + job + " to be " + status, PATIENCE, () -> running().statusOf(job).equals(status));
  }

  private void awaitMarks(long... jobs) {
    for (long job : jobs) {
      RunningCluster.await("job " + job + " to start", PATIENCE, () -> marks().containsKey(job));
    }
  }

  private long processOf(long job) {
    awaitMarks(job);
    return Objects.requireNonNull(marks().get(job));
  }

  private Map<Long, Long> marks() {
    try {
      Map<Long, Long> marks = new TreeMap<>();
      for (String line : Files.readAllLines(work.resolve("marks"))) {
        String[] words = line.split(" ");
        marks.put(Long.valueOf(words[0]), Long.valueOf(words[1]));
      }
      return marks;
    } catch (java.nio.file.NoSuchFileException e) {
      return Map.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean alive(long process) {
    return ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private void up(String... options) {
    pliant().run(PliantCommand.UP, "up", List.of(options)).expectSuccess();
  }

  private PliantCommand pliant() {
    return PliantCommand.of(PliantCommand.root(), cluster, work);
  }

  private String dir() {
    return cluster.toString();
  }

  private RunningCluster running() {
    return new RunningCluster(cluster);
  }
}
