package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
 * A running program changes size on a cluster of real processes, by hand while agents and
 * controllers are killed, and by policy; its answer is that of a run on one fixed node, and its
 * energy account that of the time for which it had nodes.
 */
final class AdaptIT {
  private static final String HEAT = "io.pliant.imp.examples.Heat --rows 120 --steps 500";
  private static final Pattern DIGEST = Pattern.compile("digest ([0-9a-f]{16})");

  @TempDir Path cluster;
  @TempDir Path work;
  private PliantCommand pliant;

  @BeforeEach
  void findTheCommand() {
    pliant = PliantCommand.of(PliantCommand.root(), cluster, work);
  }

  private void startACluster(String partition, String... settings) {
    List<String> options =
        new ArrayList<>(List.of("--controllers", "1", "--nodes", "5", "--cpus-per-node", "2"));
    options.addAll(List.of("--partition", partition));
    options.addAll(List.of(settings));
    pliant.run(PATIENCE, "up", options).expectSuccess();
  }

  @AfterEach
  void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  @Test
  void shouldGiveTheAnswerOfARigidRunWhenItIsResizedAndItsSchedulersAreKilled() throws Exception {
    // given
    startACluster("main:*:easy");
    String expected = digest(rigid());
    Path hurry = work.resolve("hurry");
    long job =
        submit(
            "#PLIANT -N 2 --min-nodes=1 --max-nodes=5 --adapt-deadline=5:00 -o heat.out",
            HEAT + " --step-ms 250 --until " + hurry);
    await("two tasks at work", () -> running().statusOf(job).equals("RUNNING") && steps(job) >= 2);

    // when: it grows, while the agent of an old node is killed
    adapt(job, 4);
    RunningCluster.kill(running().record().nodes().get(1).pid());
    up();
    awaitSizes(job, "EXPAND COMMITTED 4");

    // and: it shrinks, while the controller is killed
    adapt(job, 1);
    RunningCluster.kill(running().record().controllers().getFirst().pid());
    up();
    awaitSizes(job, "EXPAND COMMITTED 4", "SHRINK COMMITTED 1");
    await("the other nodes to be free", () -> idleNodes() == 4);

    // and: it grows again, and ends at full speed
    adapt(job, 3);
    awaitSizes(job, "EXPAND COMMITTED 4", "SHRINK COMMITTED 1", "EXPAND COMMITTED 3");
    Files.createFile(hurry);
    await("its end", () -> running().statusOf(job).equals("COMPLETED"));

    // then
    String out = Files.readString(work.resolve("heat.out"));
    assertThat(digest(out)).as(out).isEqualTo(expected);
    await("all nodes to be free", () -> idleNodes() == 5);
    assertThat(pliant.run("show", Long.toString(job)).expectSuccess())
        .contains("expand committed")
        .contains("shrink committed");
  }

  @Test
  void shouldRefuseAResizeThatTheJobDoesNotTake() throws Exception {
    startACluster("main:*:easy");
    long job = submit("#PLIANT -N 1 --max-nodes=2 -o heat.out", HEAT + " --step-ms 20");
    await("a task at work", () -> steps(job) == 1);

    PliantCommand.Result refused = pliant.run("adapt", Long.toString(job), "--nodes", "3");

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err()).contains("it takes 1 to 2 nodes");
    pliant.run("cancel", Long.toString(job)).expectSuccess();
  }

  @Test
  void shouldGrowOnIdleNodesAndGiveThemToARigidJobThatWaits() throws Exception {
    // given
    EnergyTruth energy = new EnergyTruth(work);
    startACluster("main:*:performance-aware", EnergyTruth.METERS);
    String expected = digest(rigid());

    // when
    long job =
        submit(
            "#PLIANT -N 2 --min-nodes=1 --max-nodes=5 -o heat.out",
            HEAT + " --step-ms 60",
            energy.marked());
    await("it to have all nodes", () -> running().sizes(job).contains("EXPAND COMMITTED 5"));
    long rigid =
        Long.parseLong(
            pliant
                .run("submit", "--parsable", "-N", "3", "--wrap", energy.marked() + " sleep 4")
                .expectSuccess());
    await("the rigid job to run", () -> !running().statusOf(rigid).equals("PENDING"));
    assertThat(running().sizes(job)).contains("SHRINK COMMITTED 2");
    await("it to grow again", () -> running().sizes(job).getLast().equals("EXPAND COMMITTED 5"));
    await("both ends", () -> running().statusOf(job).equals("COMPLETED"));

    // then
    assertThat(running().statusOf(rigid)).isEqualTo("COMPLETED");
    String out = Files.readString(work.resolve("heat.out"));
    assertThat(digest(out)).as(out).isEqualTo(expected);
    await("all nodes to be free", () -> idleNodes() == 5);
    await("all energy to be counted", () -> counted(job) && counted(rigid));
    energy.check(running(), List.of(job, rigid));
  }

  /** Waits for as many outcomes as these; says what the job did when they do not come. */
  private void awaitSizes(long job, String... outcomes) {
    RunningCluster.await(
        "%d outcomes of resizes".formatted(outcomes.length),
        PATIENCE,
        () -> running().sizes(job).size() >= outcomes.length,
        () -> pliant.run("show", Long.toString(job)).out() + running().logs());
    assertThat(running().sizes(job))
        .as(() -> pliant.run("show", Long.toString(job)).out().replace("\n", " | "))
        .containsExactly(outcomes);
  }

  private boolean counted(long job) {
    return running().get("/v1/jobs/" + job + "/energy").get("complete").bool();
  }

  private void adapt(long job, int nodes) {
    pliant.run("adapt", Long.toString(job), "--nodes", Integer.toString(nodes)).expectSuccess();
  }

  private long submit(String directive, String program) throws IOException {
    return submit(directive, program, "");
  }

  /** Submits a script that launches the program, both with something before them. */
  private long submit(String directive, String program, String before) throws IOException {
    Path script = work.resolve("heat.sh");
    Files.writeString(
        script,
        "#!/bin/bash\n%s\n%s srun %s %s\n"
            .formatted(directive, before, before, String.join(" ", ImpExample.java(program))));
    return Long.parseLong(pliant.run("submit", "--parsable", script.toString()).expectSuccess());
  }

  private String rigid() throws Exception {
    Path out = work.resolve("rigid.out");
    Process alone =
        new ProcessBuilder("bash", "-c", String.join(" ", ImpExample.java(HEAT)))
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    assertThat(alone.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return Files.readString(out);
  }

  private static String digest(String out) {
    Matcher matcher = DIGEST.matcher(out);
    assertThat(matcher.find()).as(out).isTrue();
    return matcher.group(1);
  }

  private long steps(long job) {
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
