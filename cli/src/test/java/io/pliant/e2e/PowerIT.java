package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.cli.cluster.ClusterRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A power corridor on real clusters: its controller is killed just after a bound was set that is
 * broken, and a real program shrinks until it is kept; a job that cannot shrink is capped, then
 * suspended.
 */
final class PowerIT {

  @TempDir Path cluster;
  @TempDir Path work;
  private PliantCommand pliant;

  @BeforeEach
  void findTheCommand() {
    pliant = PliantCommand.of(PliantCommand.root(), cluster, work);
  }

  @AfterEach
  void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  @Test
  void shouldKeepTheCorridorWhenItsControllerIsKilledDuringAViolation() throws Exception {
    // given: a job on five nodes of six, 200 W each, and bounds that it keeps
    pliant.upEmulated(3, 6, "main:*:power-aware:71/150-250", "--set", "timing.node-timeout=60s");
    pliant.run("power", "set", "--lower", "0", "--upper", "5000").expectSuccess();
    long job = submit();
    await("the job to run", () -> running().statusOf(job).equals("RUNNING"));
    await(
        "all tasks at work", () -> !running().get("/v1/jobs/" + job + "/phases").list().isEmpty());
    await("five nodes to be counted", () -> Math.abs(watts() - 1071) < 1);

    // when: two nodes have to go, and the host of the corridor is killed at once
    pliant.run("power", "set", "--lower", "0", "--upper", "850").expectSuccess();
    String host = running().get("/v1/power").get("host").text();
    RunningCluster.kill(pid(host));

    // then
    await("another host", () -> !running().get("/v1/power").get("host").text().equals(host));
    assertThat(running().get("/v1/power").get("bounds").get("upper").decimal()).isEqualTo(850);
    await("the bound to be kept", () -> watts() > 0 && watts() <= 850);
    await(
        "the resize to have ended",
        () -> running().sizes(job).stream().anyMatch(size -> size.startsWith("SHRINK COMMITTED")));
    assertThat(watts()).isEqualTo(813);
    assertThat(pliant.run("power", "--once").expectSuccess())
        .contains("Bounds  0 to 850 W, kept")
        .containsPattern("main +power-aware +0/6 +813");
    pliant.run("cancel", Long.toString(job)).expectSuccess();
  }

  @Test
  void shouldCapNodesAndThenSuspendAJobThatCannotShrink() throws IOException {
    // given: a rigid job on five nodes of six, which draws 200 W on each, 71 W idle
    List<String> settings = new ArrayList<>(List.of(EnergyTruth.METERS));
    settings.addAll(List.of("--set", "node.power.cap=allow"));
    pliant.upEmulated(
        1, 6, "main:*:power-aware:71/150-250:cap+suspend", settings.toArray(String[]::new));
    Path script = work.resolve("rigid.sh");
    Files.writeString(
        script,
        """
        #!/bin/bash
        #SBATCH -N 5 -t 60 -o rigid.out
        srun bash -c 'until [ -e go ]; do sleep 0.2; done'
        echo the end
        """);
    long job =
        Long.parseLong(pliant.run("submit", "--parsable", script.toString()).expectSuccess());
    await("all tasks at work", () -> Math.abs(watts() - 1071) < 1);

    // when: it may draw 779 W more than the idle node
    pliant.run("power", "set", "--lower", "0", "--upper", "850").expectSuccess();

    // then: 155 W on each of its nodes
    await("the cap to be kept", () -> Math.abs(watts() - 846) < 1);
    assertThat(pliant.run("power", "--once").expectSuccess())
        .contains("in force: cap of 155 W on 5 nodes in main");
    assertThat(pliant.run("show", Long.toString(job)).expectSuccess())
        .contains("each node capped at 155 W");

    // when: no cap would do, since idle nodes draw as much
    pliant.run("power", "set", "--lower", "0", "--upper", "430").expectSuccess();

    // then
    await("the job to stand still", () -> Math.abs(watts() - 426) < 1);
    assertThat(pliant.run("power", "--once").expectSuccess())
        .contains("in force: suspended: job " + job + " in main");
    assertThat(pliant.run("show", Long.toString(job)).expectSuccess())
        .contains("suspended for the power corridor");
    Files.createFile(work.resolve("go"));
    assertThat(running().statusOf(job)).isEqualTo("RUNNING");

    // when
    pliant.run("power", "set", "--lower", "0", "--upper", "5000").expectSuccess();

    // then
    await("the job to end", () -> running().statusOf(job).equals("COMPLETED"));
    assertThat(Files.readString(work.resolve("rigid.out"))).contains("the end");
  }

  private long submit() throws IOException {
    Path script = work.resolve("heat.sh");
    Path imp = PliantCommand.root().resolve("target/dist/imp");
    Files.writeString(
        script,
        """
        #!/bin/bash
        #PLIANT -N 5 --min-nodes=1 --max-nodes=5 --power-max=200 -o heat.out
        srun %s -Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s/*' io.pliant.imp.examples.Heat --rows 60 --steps 100000000 --step-ms 50
        """
            .formatted(Path.of(System.getProperty("java.home"), "bin", "java"), imp));
    return Long.parseLong(pliant.run("submit", "--parsable", script.toString()).expectSuccess());
  }

  private long pid(String controller) {
    return running().record().controllers().stream()
        .filter(c -> c.name().equals(controller))
        .mapToLong(ClusterRecord.Controller::pid)
        .findFirst()
        .orElseThrow();
  }

  /** What the corridor was told last; 0 while it has been told nothing. */
  private double watts() {
    return running().get("/v1/power").get("watts").decimal();
  }

  private RunningCluster running() {
    return new RunningCluster(cluster);
  }

  private static void await(String what, BooleanSupplier condition) {
    RunningCluster.await(what, PATIENCE, condition);
  }
}
