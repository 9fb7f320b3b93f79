package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The release before this one, built from its commit (packaging/releases.txt), and this one side by
 * side: cells of the matrix in docs/upgrades.md.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ReleasesIT {
  private static final Duration BUILD = Duration.ofMinutes(20);
  private static final int NO_SUCH_COMMIT = 3;

  @TempDir Path folder;
  private Path before;

  @BeforeAll
  void buildTheReleaseBeforeThis() throws Exception {
    Path root = PliantCommand.root();
    List<String> releases = Files.readAllLines(root.resolve("packaging/releases.txt"));
    String version = releases.getLast().split(" ", -1)[0];
    before = root.resolve("target/releases").resolve(version);
    PliantCommand.Result built =
        new PliantCommand(List.of(), root.resolve("libexec/release.sh"), folder, root, Map.of())
            .plain(BUILD, version, before.toString());
    assumeTrue(built.exit() != NO_SUCH_COMMIT, built.err());
    built.expectSuccess();
  }

  /** Controllers and agents of both releases, under load, while controllers are killed. */
  @Test
  void shouldLoseNothingWhileControllersAreOfTwoReleases() throws IOException {
    Path work = Files.createDirectory(folder.resolve("drill-work"));
    PliantCommand.of(PliantCommand.root(), folder.resolve("drill"), work)
        .drill(
            "--beside",
            before.toString(),
            "--rate",
            "3",
            "--jobs",
            "210",
            "--seed",
            "1",
            "--fault",
            "kill-leader",
            "--fault",
            "kill-one",
            "--fault",
            "kill-all")
        .expectSuccess();
  }

  /** An operator upgrades process by process; a job runs through it all, and both clients work. */
  @Test
  void shouldBeUpgradedAndPutBackWhileAJobRuns() throws IOException {
    Path work = Files.createDirectory(folder.resolve("work"));
    Path cluster = folder.resolve("cluster");
    PliantCommand older = PliantCommand.of(before, cluster, work);
    PliantCommand newer = PliantCommand.of(PliantCommand.root(), cluster, work);
    RunningCluster running = new RunningCluster(cluster);
    up(older, "--controllers", "3", "--nodes", "2", "--cpus-per-node", "4");
    try {
      Path go = work.resolve("go");
      long through =
          submit(older, "-N2", "--wrap", "until [ -e %s ]; do sleep 0.2; done".formatted(go));
      await(running, through, "RUNNING");
      for (int i = 0; i < 3; i++) {
        RunningCluster.kill(running.record().controllers().get(i).pid());
        up(newer);
        if (i == 0) {
          shouldServe(running, older, newer);
        }
      }
      running.record().nodes().forEach(node -> RunningCluster.kill(node.pid()));
      up(newer);
      shouldServe(running, older, newer);
      RunningCluster.kill(running.record().controllers().getFirst().pid());
      up(older); // an upgrade that is put back
      shouldServe(running, older, newer);

      Files.createFile(go);
      await(running, through, "COMPLETED");
      assertThat(running.get("/v1/jobs/" + through).get("attempt").number()).isEqualTo(1);
    } finally {
      newer.run("down").expectSuccess();
    }
  }

  /** What cannot go together says why, and takes nothing. */
  @Test
  void shouldRefuseAnOlderControllerOnAJournalOfSeveralGroups() throws IOException {
    Path work = Files.createDirectory(folder.resolve("groups-work"));
    Path cluster = folder.resolve("groups");
    PliantCommand older = PliantCommand.of(before, cluster, work);
    PliantCommand newer = PliantCommand.of(PliantCommand.root(), cluster, work);
    up(newer, "--controllers", "3", "--nodes", "1");
    try {
      long job = submit(newer, "--wrap", "true");
      RunningCluster running = new RunningCluster(cluster);
      RunningCluster.kill(running.record().controllers().getFirst().pid());
      assertThat(older.run(Duration.ofMinutes(3), "up", List.of()).err()).contains("groups=3");
      up(newer);
      await(running, job, "COMPLETED");
    } finally {
      newer.run("down").expectSuccess();
    }
  }

  private static void shouldServe(
      RunningCluster running, PliantCommand older, PliantCommand newer) {
    for (PliantCommand client : List.of(older, newer)) {
      long job = submit(client, "--wrap", "exit 3");
      await(running, job, "FAILED");
      long held = submit(client, "--hold", "-J", "held", "--wrap", "true");
      assertThat(client.run("queue", "-h", "-o", "%i %T").expectSuccess())
          .contains(held + " PENDING");
      assertThat(client.run("why", Long.toString(held)).expectSuccess()).contains("held");
      client.run("cancel", Long.toString(held)).expectSuccess();
      assertThat(client.run("show", Long.toString(held)).expectSuccess()).contains("CANCELLED");
      assertThat(client.run("nodes").expectSuccess()).contains("n[001-002]");
      RunningCluster.await(
          "accounting to know job " + job,
          PATIENCE,
          () -> client.run("history", "-j", Long.toString(job)).out().contains("FAILED"));
    }
  }

  private static void up(PliantCommand pliant, String... options) {
    pliant.run(PliantCommand.UP, "up", List.of(options)).expectSuccess();
  }

  private static long submit(PliantCommand client, String... words) {
    List<String> line = new ArrayList<>(List.of("--parsable", "-o", "/dev/null"));
    line.addAll(List.of(words));
    return Long.parseLong(
        client.run("submit", line.toArray(String[]::new)).expectSuccess().strip());
  }

  private static void await(RunningCluster cluster, long job, String status) {
    RunningCluster.await(
        "job " + job + " to be " + status, PATIENCE, () -> cluster.statusOf(job).equals(status));
  }
}
