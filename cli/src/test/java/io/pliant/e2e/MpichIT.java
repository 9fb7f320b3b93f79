package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Unmodified programs of MPICH on four nodes: started, ended, and with what they live on killed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MpichIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private PliantCommand pliant;
  private SlurmShell shell;
  private Path work;

  @BeforeAll
  void startACluster(@TempDir Path folder) throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    pliant = PliantCommand.of(PliantCommand.root(), folder.resolve("cluster"), work);
    shell = new SlurmShell(pliant, work, PATIENCE);
    assumeThat(shell.bash("command -v mpicc.mpich").exit())
        .as("MPICH's compiler is missing: apt-get install mpich libmpich-dev gcc")
        .isZero();
    try (InputStream source = MpichIT.class.getResourceAsStream("mpi/world.c")) {
      Files.copy(Objects.requireNonNull(source), work.resolve("world.c"));
    }
    shell.said("mpicc.mpich -O1 -o world world.c");
    List<String> size =
        List.of("--controllers", "1", "--nodes", "0", "--emulate", "4", "--cpus-per-node", "2");
    pliant.run(Duration.ofSeconds(240), "up", size).expectSuccess();
  }

  @AfterAll
  void stopTheCluster() {
    if (Files.exists(pliant.clusterFolder())) {
      pliant.run("down").expectSuccess();
    }
  }

  @BeforeEach
  void nothingIsLeftToWaitFor() throws IOException {
    Files.deleteIfExists(work.resolve("go"));
  }

  private static List<String> world(int size, int here) {
    int sum = size * (size + 1) / 2;
    return IntStream.range(0, size)
        .mapToObj(rank -> "rank %d of %d, sum %d, %d here".formatted(rank, size, sum, here))
        .toList();
  }

  private static List<String> lines(String text) {
    return text.lines().filter(line -> line.startsWith("rank ")).toList();
  }

  @ParameterizedTest(name = "srun {0}")
  @CsvSource({"-n1,1,1", "-N1 -n2,2,2", "-N4 -n4,4,1", "-N4 -n8,8,2", "-N4 -n8 -m cyclic,8,2"})
  void shouldStartOneWorld(String how, int size, int here) {
    assertThat(lines(shell.said("srun " + how + " ./world")))
        .containsExactlyInAnyOrderElementsOf(world(size, here));
  }

  @Test
  void shouldStartAsManyWorldsAsTasksWithoutPmi() {
    assertThat(lines(shell.said("srun -n3 --mpi=none ./world")))
        .containsOnly("rank 0 of 1, sum 1, 1 here")
        .hasSize(3);
  }

  @Test
  void shouldStartOneWorldWhoseOutputGoesToFiles() {
    assertThat(lines(shell.said("srun -N4 -n8 -o out.%t ./world; cat out.?")))
        .isEqualTo(world(8, 2));
  }

  @Test
  void shouldStartStepsOfAJobSideBySideAndLaunchersWithin() {
    String said =
        shell.said(
            """
            cat > job.sh <<'EOF'
            #!/bin/bash
            #SBATCH -N4 -n8 -o job.out
            srun -N2 -n4 --exact ./world > one & srun -N2 -n4 --exact ./world > two
            wait
            cat one two; echo ---
            mpiexec.mpich -n 8 ./world
            EOF
            sbatch --wait job.sh > /dev/null; cat job.out
            """);
    String[] parts = said.split("---");
    List<String> twice = new ArrayList<>(world(4, 2));
    twice.addAll(world(4, 2));
    assertThat(lines(parts[0])).containsExactlyInAnyOrderElementsOf(twice);
    assertThat(lines(parts[1])).containsExactlyInAnyOrderElementsOf(world(8, 2));
  }

  @ParameterizedTest(name = "{0} of rank {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          abort | 2 | 3   | task 2 called MPI_Abort with code 3
          kill  | 1 | 137 | task 1 was ended by signal 9 before MPI_Finalize
          exit  | 7 | 5   | task 7 exited with code 5 before MPI_Finalize
          """)
  void shouldEndWithTheRankThatCannotGoOn(String how, int rank, int code, String message) {
    PliantCommand.Result result = shell.bash("srun -N4 -n8 $PWD/world " + how + " " + rank);

    assertThat(result.exit()).as(result.err()).isEqualTo(code);
    assertThat(result.err()).contains(message + ": the step is ended");
    nothingIsLeft();
  }

  @Test
  void shouldFeelNothingOfAgentsAndControllersThatAreKilled() throws Exception {
    CompletableFuture<PliantCommand.Result> run = begin("steady");
    RunningCluster cluster = new RunningCluster(pliant.clusterFolder());
    cluster.record().nodes().forEach(node -> RunningCluster.kill(node.pid()));
    shell.killTheControllers();
    Files.createFile(work.resolve("go"));

    PliantCommand.Result result = run.get();
    assertThat(result.exit()).as(result.err()).isZero();
    shell.awaitSaid("squeue -h", "");
  }

  @Test
  void shouldEndOnAllNodesWhenASupervisorOrTheClientIsKilled() throws Exception {
    CompletableFuture<PliantCommand.Result> one = begin("supervised");
    shell.said(
        """
        states=$(grep -L '^ended ' $PLIANT_HOME/nodes/*/n003/steps/*-1/state)
        kill -KILL $(sed -n 's/^pid \\([0-9]*\\) .*/\\1/p' $states)
        """);
    assertThat(one.get().exit()).isNotZero();
    nothingIsLeft();
    CompletableFuture<PliantCommand.Result> other = begin("attended");
    shell.said("kill -KILL $(cat client)");
    assertThat(other.get().exit()).isNotZero();
    nothingIsLeft();
  }

  /** Of this cluster: others may run their own on this host. */
  private void nothingIsLeft() {
    shell.awaitSaid("squeue -h; pgrep -f \"^$PWD/world\" || true", "");
  }

  /** Step 1 of a job, eight ranks that wait once they have their world; salloc itself is step 0. */
  private CompletableFuture<PliantCommand.Result> begin(String name) {
    CompletableFuture<PliantCommand.Result> run =
        CompletableFuture.supplyAsync(() ->
            shell.bash(
                "salloc -N4 -n8 bash -c 'echo $$ > client; exec srun $PWD/world wait' > " + name));
    RunningCluster.await(
        name + " to begin",
        PATIENCE,
        () -> shell.bash("grep -c ^rank " + name).out().strip().equals("8"));
    return run;
  }
}
