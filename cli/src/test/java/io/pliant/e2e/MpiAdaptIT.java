package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An MPI program in C, on the machine's MPICH, changes its size on a cluster of real processes
 * while an agent and the controller are killed; its answer is that of a run on one fixed node.
 */
final class MpiAdaptIT {
  private static final List<String> NEEDED = List.of("make", "cc", "ar", "mpicc.mpich");
  private static final Pattern DIGEST = Pattern.compile("digest ([0-9a-f]{16})");

  @TempDir Path cluster;
  @TempDir Path work;
  private PliantCommand pliant;
  private long job;

  @BeforeEach
  void buildAndStart() throws Exception {
    for (String program : NEEDED) {
      boolean found =
          Arrays.stream(System.getenv("PATH").split(":", -1))
              .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
      assumeTrue(found, "left out: there is no " + program + " on the PATH for the C library");
    }
    String source = PliantCommand.root().resolve("imp-client/c").toString();
    run(List.of("make", "-s", "-C", source, "BUILD=" + work, "examples"), work.resolve("make.log"));
    pliant = PliantCommand.of(PliantCommand.root(), cluster, work);
    pliant
        .run(PATIENCE, "up", List.of("--controllers", "1", "--nodes", "8", "--cpus-per-node", "2"))
        .expectSuccess();
  }

  @AfterEach
  void stopTheCluster() {
    if (pliant != null) {
      if (job != 0 && running().statusOf(job).equals("RUNNING")) {
        pliant.run("cancel", Long.toString(job)).expectSuccess(); // tasks outlive a cluster
      }
      pliant.run("down").expectSuccess();
    }
  }

  private static String run(List<String> command, Path out) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    try {
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(out)).isZero();
      return Files.readString(out);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void shouldGiveTheAnswerOfARigidRunThroughTwoEightThreeAndSixNodes() throws Exception {
    // given
    List<String> heat = List.of(work.resolve("heat").toString(), "--steps", "500");
    String expected = digest(run(heat, work.resolve("rigid.out")));
    Path hurry = work.resolve("hurry");
    job = submit(String.join(" ", heat) + " --step-ms 250 --until " + hurry);
    await("a task at work", () -> running().statusOf(job).equals("RUNNING") && steps() >= 2);

    // when: it grows, while the agent of an old node is killed
    adapt(8);
    RunningCluster.kill(running().record().nodes().get(1).pid());
    up();
    resized("EXPAND COMMITTED 8");

    // and: it shrinks, while the controller is killed
    adapt(3);
    RunningCluster.kill(running().record().controllers().getFirst().pid());
    up();
    resized("SHRINK COMMITTED 3");
    await("the other nodes to be free", () -> idleNodes() == 5);

    // and: it grows again, and ends at full speed
    adapt(6);
    resized("EXPAND COMMITTED 6");
    await(
        "its communication to be measured",
        () -> pliant.run("show", Long.toString(job)).expectSuccess().contains("MTCT"));
    Files.createFile(hurry);
    await("its end", () -> running().statusOf(job).equals("COMPLETED"));

    // then
    String out = Files.readString(work.resolve("heat.out"));
    assertThat(digest(out)).as(out).isEqualTo(expected);
    assertThat(out).contains("6 processes at the end");
    assertThat(running().sizes(job)).as("one outcome each").hasSize(3);
    await("all nodes to be free", () -> idleNodes() == 8);
  }

  private long submit(String program) throws IOException {
    Path script = work.resolve("heat.sh");
    Files.writeString(
        script,
        "#!/bin/bash\n#PLIANT -N 2 --min-nodes=1 --max-nodes=8 -o heat.out\nIMP_VERBOSE=1 srun "
            + program
            + "\n");
    return Long.parseLong(pliant.run("submit", "--parsable", script.toString()).expectSuccess());
  }

  private void adapt(int nodes) {
    pliant.run("adapt", Long.toString(job), "--nodes", Integer.toString(nodes)).expectSuccess();
  }

  /** Waits for it, and tells what the job says and shows when it does not come. */
  private void resized(String wanted) throws IOException {
    try {
      await(wanted, () -> running().sizes(job).contains(wanted));
    } catch (AssertionError e) {
      String shown = pliant.run("show", Long.toString(job)).expectSuccess();
      throw new AssertionError(shown + Files.readString(work.resolve("heat.out")), e);
    }
  }

  private static String digest(String out) {
    Matcher matcher = DIGEST.matcher(out);
    assertThat(matcher.find()).as(out).isTrue();
    return matcher.group(1);
  }

  private long steps() {
    return running().get("/v1/jobs/" + job).get("steps").list().stream()
        .filter(step -> step.get("status").text().equals("RUNNING"))
        .count();
  }

  private long idleNodes() {
    return running().get("/v1/nodes").list().stream()
        .filter(node -> node.get("state").text().equals("idle"))
        .count();
  }

  private void up() {
    pliant.run(PATIENCE, "up", List.of()).expectSuccess();
  }

  private static void await(String what, BooleanSupplier condition) {
    RunningCluster.await(what, PATIENCE, condition);
  }

  private RunningCluster running() {
    return new RunningCluster(cluster);
  }
}
