package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.cli.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two real programs measure how much they communicate for what they compute, and the policy takes
 * nodes from the one with the higher ratio.
 */
final class MeasuredIT {
  private static final String SIZES = "#PLIANT -N 3 --min-nodes=1 --max-nodes=3 -o %x.out";

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
  void shouldTakeNodesFromTheProgramWithTheHigherRatio() throws Exception {
    // given
    pliant.upEmulated(1, 6, "main:*:performance-aware", EnergyTruth.METERS);
    long water = submit("water", "ShallowWater --steps 1000000 --step-ms 500");
    long heat = submit("heat", "Heat --rows 60 --steps 100000000 --step-ms 1");
    try {
      AtomicInteger inARow = new AtomicInteger();
      await(
          "both to have measured, far apart and not for a moment only",
          () ->
              ratio(water) > 0 && ratio(heat) > 2 * ratio(water)
                  ? inARow.incrementAndGet() >= 20
                  : inARow.getAndSet(0) < 0);
    } catch (AssertionError e) {
      throw new AssertionError(
          pliant.run("show", Long.toString(water)).out()
              + pliant.run("show", Long.toString(heat)).out(),
          e);
    }

    // when
    long rigid =
        Long.parseLong(
            pliant.run("submit", "--parsable", "-N", "1", "--wrap", "sleep 5").expectSuccess());
    await("the job of fixed size to end", () -> running().statusOf(rigid).equals("COMPLETED"));

    // then
    assertThat(running().sizes(heat).getFirst()).isEqualTo("SHRINK COMMITTED 2");
    assertThat(running().sizes(water)).isEmpty();
    assertThat(pliant.run("show", Long.toString(water)).expectSuccess()).contains("MTCT");
    assertEnergyOfItsOnlyStep(rigid);
    pliant.run("cancel", Long.toString(heat), Long.toString(water)).expectSuccess();
  }

  /**
   * Nodes draw 200 W under a job and 71 W without; a span of the meter, which counts as drawn
   * evenly, lasts about a second, and two of them may be partly the idle node's.
   */
  private void assertEnergyOfItsOnlyStep(long job) {
    await("all energy", () -> running().get("/v1/jobs/" + job + "/energy").get("complete").bool());
    Json step = running().get("/v1/jobs/" + job + "/steps/batch");
    Json energy = step.get("energy");
    double measured = step.get("nodeSeconds").decimal() - energy.get("gapSeconds").decimal();
    assertThat(measured).isPositive();
    assertThat(energy.get("joules").decimal())
        .isCloseTo(200 * measured, Offset.offset(2 * (200.0 - 71)));
    assertThat(pliant.run("show", Long.toString(job)).expectSuccess())
        .containsPattern(
            "Step batch .*\\n  used .*\\n  energy .* k?J, mean .* estimated by emulated");
  }

  private long submit(String name, String program) throws IOException {
    Path script = work.resolve(name + ".sh");
    Path imp = PliantCommand.root().resolve("target/dist/imp");
    Files.writeString(
        script,
        """
        #!/bin/bash
        %s
        srun %s -Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s/*' io.pliant.imp.examples.%s
        """
            .formatted(
                SIZES, Path.of(System.getProperty("java.home"), "bin", "java"), imp, program));
    return Long.parseLong(pliant.run("submit", "--parsable", script.toString()).expectSuccess());
  }

  /** Communication by computation since the start or the last resize; 0 while nothing is known. */
  private double ratio(long job) {
    List<Json> phases = running().get("/v1/jobs/" + job + "/phases").list();
    return phases.isEmpty() ? 0 : phases.getFirst().get("mtct").decimal();
  }

  private RunningCluster running() {
    return new RunningCluster(cluster);
  }

  private static void await(String what, BooleanSupplier condition) {
    RunningCluster.await(what, PATIENCE, condition);
  }
}
