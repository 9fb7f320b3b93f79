package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pliant.cli.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What a user sees of control groups, from the submission to accounting. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ConfinementIT {
  private static final String TAKE = "perl -e 'open Z, \"</dev/zero\"; sysread Z, $x, %d_000_000'";

  private Path work;
  private PliantCommand pliant;
  private RunningCluster cluster;

  @BeforeAll
  void startACluster(@TempDir Path folder) throws Exception {
    work = Files.createDirectory(folder.resolve("work"));
    cluster = new RunningCluster(folder.resolve("cluster"));
    pliant = PliantCommand.of(PliantCommand.root(), cluster.folder(), work);
    pliant.run(PliantCommand.UP, "up", List.of("--nodes", "1")).expectSuccess();
  }

  @AfterAll
  void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  @Test
  void shouldShowAJobThatRanOutOfItsMemory() throws Exception {
    assumeMemory();
    PliantCommand.Result submitted =
        pliant.run(
            PATIENCE,
            "submit",
            List.of("--parsable", "--wait", "--mem", "50", "--wrap", TAKE.formatted(600)));
    long job = Long.parseLong(submitted.out().strip());

    assertThat(submitted.exit()).isEqualTo(128 + 125);
    assertThat(pliant.run("show", Long.toString(job)).expectSuccess())
        .contains("OUT_OF_MEMORY", "OutOfMemory", "0:125", "MaxRSS");
    RunningCluster.await(
        "accounting",
        PATIENCE,
        () -> pliant.run("history", "-s", "OOM").out().contains("OUT_OF_MEMORY"));
    assertThat(Files.readString(work.resolve("slurm-" + job + ".out")))
        .contains("Detected 1 oom_kill event in StepId=" + job + ".batch.");
  }

  @Test
  void shouldAccountForWhatAJobUsed() {
    assumeMemory();
    PliantCommand.Result submitted =
        pliant.run(
            PATIENCE,
            "submit",
            List.of("--parsable", "--wait", "--mem", "200", "--wrap", TAKE.formatted(100)));
    long job = Long.parseLong(submitted.out().strip());

    assertThat(submitted.exit()).isZero();
    Json usage = cluster.get("/v1/jobs/" + job).get("steps").list().getFirst().get("usage");
    assertThat(usage.get("by").text()).isEqualTo("cgroup");
    assertThat(usage.get("maxRssBytes").number()).isBetween(100_000_000L, 200L << 20);
    assertThat(usage.get("cpuSeconds").decimal()).isPositive();
    RunningCluster.await(
        "accounting",
        PATIENCE,
        () ->
            cluster.get("/v1/history?job=" + job).list().stream()
                .anyMatch(entry -> entry.get("usage").equals(usage)));
    assertThat(pliant.run("history", "-l", "-j", Long.toString(job)).expectSuccess())
        .contains("MaxRSS", "TotalCPU");
  }

  @Test
  void shouldHoldAJobToItsMemoryWhenTheAgentWasKilledMeanwhile() throws Exception {
    assumeMemory();
    String wait = "touch up; until [ -e go ]; do sleep 0.1; done; ";
    long job =
        Long.parseLong(
            pliant
                .run("submit", "--parsable", "--mem", "50", "--wrap", wait + TAKE.formatted(600))
                .expectSuccess()
                .strip());
    RunningCluster.await("the job", PATIENCE, () -> Files.exists(work.resolve("up")));

    RunningCluster.kill(cluster.record().nodes().getFirst().pid());
    Files.createFile(work.resolve("go"));
    pliant.run(PliantCommand.UP, "up", List.of("--nodes", "1")).expectSuccess();

    RunningCluster.await("its end", PATIENCE, () -> cluster.statusOf(job).equals("OUT_OF_MEMORY"));
  }

  @Test
  void shouldBindTasksToCpusOfTheirJob() {
    assume("cpus");
    int cpus = Integer.parseInt(pliant.run("sinfo", "-h", "-o", "%c").expectSuccess().strip());
    String allowed = "grep Cpus_allowed_list /proc/self/status";
    String bind = "srun --cpu-bind=%s sh -c '" + allowed + "; echo $SLURM_CPU_BIND'; ";
    Path out = work.resolve("bound.out");
    List<String> job =
        List.of(
            "--wait",
            "--exclusive",
            "-N1",
            "-n" + cpus,
            "-o" + out,
            "--wrap",
            bind.formatted("verbose,rank")
                + bind.formatted("none")
                + "srun -n1 --cpu-bind=map_cpu:8191 true; srun -n1 --mem-bind=verbose,local true");
    assertThat(pliant.run(PATIENCE, "submit", job).exit()).isZero();

    assertThat(out)
        .content()
        .contains("cpu-bind=RANK - ", "mask 0x1 set", "verbose,rank", "quiet,none", "mem-bind=LOC")
        .contains("Expected --cpu-bind=map_cpu within the cpus of the job on node")
        .containsPattern("Cpus_allowed_list:\\s0\n")
        .containsPattern("Cpus_allowed_list:\\s" + (cpus == 1 ? "0" : "0-" + (cpus - 1)) + "\n");
  }

  private void assumeMemory() {
    assume("memory");
  }

  private void assume(String aspect) {
    Json confinement =
        cluster.get("/v1/nodes").list().getFirst().get("description").get("confinement");
    String why = confinement.get("lacking").get(aspect).text();
    if (!why.isEmpty()) {
      System.out.println(
          "ConfinementIT left out: this host cannot confine %s: %s".formatted(aspect, why));
    }
    assumeTrue(why.isEmpty(), why);
  }
}
