package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What docs/pools.md says to an operator and to a user, on the cluster that it starts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PoolIT {

  private PliantCommand pliant;
  private SlurmShell shell;
  private Path work;

  @BeforeAll
  void startACluster(@TempDir Path folder) throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    pliant = PliantCommand.of(PliantCommand.root(), folder.resolve("cluster"), work);
    shell = new SlurmShell(pliant, work, PATIENCE);
    List<String> size =
        List.of(
            "--nodes",
            "0",
            "--emulate",
            "12",
            "--partition",
            "a:n[001-004]",
            "--partition",
            "b:n[005-008]",
            "--partition",
            "c:n[009-012]",
            "--set=pools=[{name=all,partitions=[a,b,c]}]");
    pliant.run(PliantCommand.UP, "up", size).expectSuccess();
  }

  @AfterAll
  void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  @Test
  void shouldRunAJobThatIsLargerThanItsPartitionAndSayWhoseNodesItHas() throws IOException {
    Path go = work.resolve("go");
    String job =
        submit(
            "-p a -N 10 --exclusive",
            "srun hostname > hosts; while [ ! -e go ]; do sleep 0.1; done");
    shell.awaitSaid("squeue -h -j " + job + " -o '%t %D %N'", "R 10 n[001-010]");
    shell.awaitSaid("cat hosts | wc -l", "10"); // the file may not be there yet

    assertThat(pliant.run("partitions").expectSuccess())
        .contains("6 (4 of b, 2 of c)")
        .contains("4 (4 to a)")
        .contains("2 (2 to a)");
    assertThat(pliant.run("nodes", "-l").expectSuccess()).contains("lent to partition a");

    String behind = submit("-p b -N 5 --exclusive", "true");
    shell.awaitSaid(
        "\"$PLIANT\" why " + behind + " | grep -c 'from pool all it needs 5' || true", "1");
    Files.createFile(go);
    shell.awaitSaid("sacct -n -X -j " + job + " -o state | tr -d ' '", "COMPLETED");
    shell.awaitSaid("sacct -n -X -j " + behind + " -o state | tr -d ' '", "COMPLETED");
    shell.awaitSaid("sinfo -h -N -t idle -o %N | wc -l", "12");
    assertThat(pliant.run("partitions").expectSuccess()).doesNotContain("4 (4 to a)");
  }

  @Test
  void shouldGrowARunningJobIntoThePoolAndGiveNodesBackToWhoWaits() throws IOException {
    Path hurry = work.resolve("hurry");
    String program =
        String.join(" ", ImpExample.java("io.pliant.imp.examples.Heat --rows 120 --steps 400"));
    String job =
        submit(
            "-p a -N 2 --min-nodes=1 --max-nodes=10 -o heat.out",
            "srun " + program + " --step-ms 100 --until " + hurry);
    shell.awaitSaid("squeue -h -j " + job + " -o '%t %D'", "R 2");

    pliant.run(PATIENCE, "adapt", List.of(job, "--nodes", "10")).expectSuccess();
    shell.awaitSaid("squeue -h -j " + job + " -o '%t %D'", "R 10");
    assertThat(pliant.run("partitions").expectSuccess()).contains("6 (").contains("to a)");
    assertThat(pliant.run("adapt", job, "--nodes", "30").err()).contains("it takes 1 to 10 nodes");

    // two nodes of the pool are idle, wherever they are
    String waits = submit("-p b -N 4 --exclusive", "sleep 1");
    shell.awaitSaid("sacct -n -X -j " + waits + " -o state | tr -d ' '", "COMPLETED");
    assertThat(pliant.run("show", job).expectSuccess())
        .contains("expand committed")
        .contains("shrink committed");

    Files.createFile(hurry);
    shell.awaitSaid("sacct -n -X -j " + job + " -o state | tr -d ' '", "COMPLETED");
    shell.awaitSaid("sinfo -h -N -t idle -o %N | wc -l", "12");
    assertThat(Files.readString(work.resolve("heat.out"))).contains("digest");
  }

  @Test
  void shouldRefuseWhatTheWholePoolCannotHold() {
    PliantCommand.Result said = shell.bash("sbatch -p a -N 13 --wrap true");
    assertThat(said.exit()).isNotZero();
    assertThat(said.err()).contains("It needs 13 whole nodes, but pool all has 12.");
  }

  @Test
  void shouldTakeTheNameOfThePoolForItsPartitions() {
    PliantCommand.Result said = shell.bash("sbatch -p all --wrap true");
    assertThat(said.exit()).isZero();
    assertThat(said.err()).containsPattern("of several the job waits in '[abc]'");
  }

  private String submit(String options, String script) throws IOException {
    Path file = Files.createTempFile(work, "job", ".sh");
    Files.writeString(file, "#!/bin/bash\n" + script + "\n");
    return shell.said("sbatch --parsable " + options + " " + file.getFileName()).strip();
  }
}
