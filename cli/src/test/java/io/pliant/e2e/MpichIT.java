package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Unmodified programs of MPICH on four nodes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MpichIT {

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
    shell.said("mpicc.mpich -O1 -o world " + MpiWorld.SOURCE);
    List<String> size =
        List.of("--controllers", "1", "--nodes", "0", "--emulate", "4", "--cpus-per-node", "2");
    pliant.run(PliantCommand.UP, "up", size).expectSuccess();
  }

  @AfterAll
  void stopTheCluster() {
    if (Files.exists(pliant.clusterFolder())) {
      pliant.run("down").expectSuccess();
    }
  }

  @ParameterizedTest(name = "srun {0}")
  @CsvSource({"-n1,1,1", "-N1 -n2,2,2", "-N4 -n4,4,1", "-N4 -n8,8,2"})
  void shouldStartOneWorld(String how, int size, int here) {
    assertThat(MpiWorld.printed(shell.said("srun " + how + " ./world")))
        .containsExactlyInAnyOrderElementsOf(MpiWorld.lines(size, here));
  }

  @Test
  void shouldFindWhoSharesANodeThoughRanksGoRound() {
    assertThat(MpiWorld.printed(shell.said("srun -N4 -n8 -m cyclic ./world")))
        .containsExactlyInAnyOrderElementsOf(MpiWorld.lines(8, 2, rank -> rank / 4));
  }

  /** As extensions of Python do: UCX is not among the libraries of the process then. */
  @Test
  void shouldStartProgramsThatOpenTheirMpiThemselvesThoughTasksOutnumberCores() {
    assumeThat(shell.bash("command -v python3").exit()).as("there is no python3").isZero();
    int crowd = Runtime.getRuntime().availableProcessors() + 1;
    String program =
        "import ctypes; m = ctypes.CDLL(\"libmpich.so.12\"); m.MPI_Init(None, None);"
            + " m.MPI_Barrier(0x44000000); print(m.MPI_Finalize())";

    assertThat(
            shell.said("srun -O -N1 -n" + crowd + " python3 -c '" + program + "' | sort | uniq -c"))
        .matches("\\s*" + crowd + " 0");
  }

  @Test
  void shouldStartAsManyWorldsAsTasksWithoutPmi() {
    assertThat(MpiWorld.printed(shell.said("srun -n3 --mpi=none ./world")))
        .containsOnly("0 of 1, 0 of 1, sum 0")
        .hasSize(3);
  }

  @Test
  void shouldStartOneWorldWhoseOutputGoesToFiles() {
    assertThat(MpiWorld.printed(shell.said("srun -N4 -n8 -o out.%t ./world; cat out.?")))
        .isEqualTo(MpiWorld.lines(8, 2));
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
    List<String> twice = new ArrayList<>(MpiWorld.lines(4, 2));
    twice.addAll(MpiWorld.lines(4, 2));
    assertThat(MpiWorld.printed(parts[0])).containsExactlyInAnyOrderElementsOf(twice);
    assertThat(MpiWorld.printed(parts[1]))
        .containsExactlyInAnyOrderElementsOf(MpiWorld.lines(8, 2));
  }

  @ParameterizedTest(name = "{0} of rank {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          abort | 2 | 7   | task 2 called MPI_Abort with code 7
          kill  | 1 | 137 | task 1 was ended by signal 9 before MPI_Finalize
          exit  | 7 | 3   | task 7 exited with code 3 before MPI_Finalize
          """)
  void shouldEndWithTheRankThatCannotGoOn(String how, int rank, int code, String message) {
    PliantCommand.Result result = shell.bash("srun -N4 -n8 $PWD/world " + how + " " + rank);

    assertThat(result.exit()).as(result.err()).isEqualTo(code);
    assertThat(result.err()).contains(message + ": the step is ended");
    nothingIsLeft();
  }

  /** Of this cluster: others may run their own on this host. */
  private void nothingIsLeft() {
    shell.awaitSaid("squeue -h; pgrep -f \"^$PWD/world\" || true", "");
  }
}
