package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Job packs whose controllers and agents are killed: all components run, or none. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PackIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private PliantCommand pliant;
  private SlurmShell shell;
  private RunningCluster cluster;
  private Path work;

  @BeforeAll
  void startACluster(@TempDir Path folder) throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    pliant = PliantCommand.of(PliantCommand.root(), folder.resolve("cluster"), work);
    shell = new SlurmShell(pliant, work, PATIENCE);
    List<String> size =
        List.of(
            "--controllers",
            "3",
            "--nodes",
            "4",
            "--cpus-per-node",
            "2",
            "--set=timing.node-timeout=12s");
    pliant.run(Duration.ofSeconds(240), "up", size).expectSuccess();
    cluster = new RunningCluster(folder.resolve("cluster"));
  }

  @AfterAll
  void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  /** One pack has all four nodes, one waits for them, while all controllers die. */
  @Test
  void shouldRunEachPackOnceWhenTheControllersDie() throws IOException {
    Path go = work.resolve("go-controllers");
    String runs = submit("-N1 -c2 : -N3 -c2", go);
    shell.awaitSaid("squeue -h -j " + runs + " -o '%t %D'", "R 1\nR 3");
    String waits = submit("-N2 : -N1", go);
    shell.awaitSaid(
        "squeue -h -j " + waits + " -o '%i %t %D'", waits + "+0 PD 2\n" + waits + "+1 PD 1");

    shell.killTheControllers();
    shell.awaitSaid("squeue -h -j " + runs + " -o '%t %D'", "R 1\nR 3");
    Files.createFile(go);

    awaitEnd(runs);
    awaitEnd(waits);
    assertThat(ran(runs)).containsExactlyInAnyOrder("0 of 4", "1 of 4", "2 of 4", "3 of 4");
    assertThat(ran(waits)).containsExactlyInAnyOrder("0 of 3", "1 of 3", "2 of 3");
    assertThat(
            shell
                .said("sacct -n -X -j " + waits + " -o jobid,allocnodes | tr -s ' '")
                .lines()
                .map(String::strip))
        .containsExactly(waits + "+0 2", waits + "+1 1");
  }

  /** The agent of a node of the second component dies: the pack is requeued as one. */
  @Test
  void shouldRequeueAsOneWhenANodeOfOneComponentIsLost() throws IOException {
    Path go = work.resolve("go-agent");
    String job = submit("-N1 : -N1", go);
    shell.awaitSaid("squeue -h -j " + job + " -o '%t %D'", "R 1\nR 1");
    String lost = shell.said("squeue -h -j " + job + " -o '%i %N' | sed -n 's/.*+1 //p'");

    RunningCluster.kill(
        cluster.record().nodes().stream()
            .filter(node -> node.names().equals(lost))
            .findFirst()
            .orElseThrow()
            .pid());

    shell.awaitSaid(
        "scontrol show job " + job + " | grep -o 'Restarts=[0-9]*'", "Restarts=1\nRestarts=1");
    shell.awaitSaid("squeue -h -j " + job + " -o '%t %D'", "R 1\nR 1");
    assertThat(shell.said("squeue -h -j " + job + " -o %N")).doesNotContain(lost);
    Files.createFile(go);
    awaitEnd(job);
    assertThat(ran(job)).contains("0 of 2", "1 of 2");
    pliant.run(Duration.ofSeconds(240), "up", List.of()).expectSuccess();
    shell.awaitSaid("sinfo -h -N -t idle -o %N | wc -l", "4");
  }

  @Test
  void shouldRefuseWhatIsNotInAPack() {
    assertThat(shell.bash("sbatch -N1 : -N4 --wrap true").err())
        .contains("cannot hold them together");
    assertThat(shell.bash("sbatch -N1 : -N9 : -c 64 --wrap true").err())
        .contains("Component 1 of the pack", "Component 2 of the pack");
    assertThat(shell.bash("sbatch --array=0-3 -n1 : -n1 --wrap true").err())
        .contains("submit one pack for each index");
    assertThat(shell.bash("scancel 7+1").err()).contains("its components start and end together");
    assertThat(shell.bash("srun true : true").err())
        .contains("expected one program for all components");
  }

  private String submit(String components, Path go) {
    return shell.said(
        "sbatch --parsable -o /dev/null %s --wrap 'srun bash -c \"until [ -e %s ]; do sleep 0.1; done; echo \\$SLURM_PROCID of \\$SLURM_NTASKS >> ran.\\$SLURM_JOB_ID\"'"
            .formatted(components, go));
  }

  private List<String> ran(String job) throws IOException {
    return Files.readAllLines(work.resolve("ran." + job));
  }

  private void awaitEnd(String job) {
    RunningCluster.await(
        "job %s to be over".formatted(job),
        PATIENCE,
        () -> cluster.statusOf(Long.parseLong(job)).equals("COMPLETED"));
  }
}
