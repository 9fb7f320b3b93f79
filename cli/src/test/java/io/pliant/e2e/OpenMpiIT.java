package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of Open MPI as they are, through {@code srun} and through their own {@code mpirun}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OpenMpiIT {
  private static final String AS_ROOT =
      "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; ";

  private Path work = Path.of("/");
  private PliantCommand pliant = PliantCommand.of(PliantCommand.root(), work, work);
  private SlurmShell user = new SlurmShell(pliant, work, PATIENCE);
  private boolean up;

  @BeforeAll
  void startACluster(@TempDir Path folder) throws Exception {
    Path root = PliantCommand.root();
    assumeTrue(
        Files.exists(root.resolve("target/dist/native/pliant-pmix")),
        "Without a C compiler and libpmix (Debian: gcc libpmix-dev) PMIx is not tried.");
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/mpicc.openmpi")),
        "Without Open MPI (Debian: openmpi-bin libopenmpi-dev) its programs are not tried.");
    work = Files.createDirectory(folder.resolve("work"));
    pliant = PliantCommand.of(root, folder.resolve("cluster"), work);
    user = new SlurmShell(pliant, work, PATIENCE);
    user.said("mpicc.openmpi -o world " + MpiWorld.SOURCE);
    pliant
        .run(
            PliantCommand.UP,
            "up",
            List.of("--controllers", "1", "--nodes", "0", "--emulate", "4", "--cpus-per-node", "4"))
        .expectSuccess();
    up = true;
  }

  @AfterAll
  void stopTheCluster() {
    if (up) {
      pliant.run("down").expectSuccess();
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,4", "2,4", "4,8"})
  void shouldStartOneWorldWithGroupsOfEachNode(int nodes, int ranks) {
    assertThat(user.said("srun -N%d -n%d ./world".formatted(nodes, ranks)).lines())
        .containsExactlyInAnyOrderElementsOf(MpiWorld.lines(ranks, ranks / nodes));
  }

  @Test
  void shouldEndWithTheCodeOfMpiAbort() {
    PliantCommand.Result ended = user.bash("srun -N2 -n4 ./world abort");

    assertThat(ended.exit()).as(ended.err()).isEqualTo(7);
    assertThat(ended.err()).contains("task 1 called MPI_Abort with code 7: the step is ended");
  }

  @Test
  void shouldEndWhenARankLeavesWithoutMpiFinalize() {
    PliantCommand.Result ended = user.bash("srun -N2 -n4 ./world exit");

    assertThat(ended.exit()).as(ended.err()).isEqualTo(3);
    assertThat(ended.err()).contains("task 1 exited with code 3 before MPI_Finalize");
  }

  @Test
  void shouldStartTwoStepsAtOnceOnTheSameNodes() {
    String step = "srun --overlap -N2 -n4 ./world > two.%d & p%1$d=$!; ";

    user.said(
        "salloc -Q -N2 -n4 bash -c '"
            + step.formatted(1)
            + step.formatted(2)
            + "wait $p1 && wait $p2'");

    for (String file : List.of("two.1", "two.2")) {
      assertThat(user.said("sort " + file).lines())
          .as(file)
          .containsExactlyElementsOf(MpiWorld.lines(4, 2));
    }
  }

  @Test
  void shouldRefuseFurtherProcessesAtOnce() {
    assertThat(user.said("srun -N2 -n2 ./world spawn"))
        .contains("rank 0: spawn was refused", "rank 1: spawn was refused");
  }

  @Test
  void shouldStartPythonWithMpi() {
    assumeTrue(
        user.bash(AS_ROOT + "/usr/bin/python3 -c 'import mpi4py'").exit() == 0,
        "Without mpi4py (Debian: python3-mpi4py) Python with MPI is not tried.");

    String program =
        "from mpi4py import MPI; w = MPI.COMM_WORLD; print(w.rank, w.size, w.allreduce(w.rank))";

    assertThat(user.said("srun -N2 -n4 /usr/bin/python3 -c '" + program + "' | sort"))
        .isEqualTo("0 4 6\n1 4 6\n2 4 6\n3 4 6");
  }

  @Test
  void shouldOfferWhatIsAskedFor() {
    String show = "srun --mpi=%s sh -c 'echo ${PMIX_RANK-none} ${PMI_RANK-none}'";

    assertThat(user.said(show.formatted("none"))).isEqualTo("none none");
    assertThat(user.said(show.formatted("pmix"))).isEqualTo("0 none");
    assertThat(user.said(show.formatted("pmi1"))).isEqualTo("none 0");
    assertThat(user.said("srun sh -c 'echo $PMIX_RANK $PMI_RANK'")).isEqualTo("0 0");
  }

  @Test
  void shouldLeaveWhatTheUserSetForOpenMpi() {
    String set = "OMPI_MCA_btl_tcp_if_include=eth9 srun ";

    assertThat(user.said(set + "printenv OMPI_MCA_btl_tcp_if_include")).isEqualTo("eth9");
    assertThat(user.said("srun printenv OMPI_MCA_btl_tcp_if_include")).isEqualTo("lo");
  }

  @Test
  void shouldHaveTasksGiveUpTheirCoreWhereTheyOutnumberCores() {
    int crowd = Runtime.getRuntime().availableProcessors() + 1;
    String show = " sh -c 'echo $OMPI_MCA_mpi_yield_when_idle ${LD_PRELOAD##*/}' | sort -u";

    assertThat(user.said("srun -n1" + show)).isEmpty();
    assertThat(user.said("srun --mpi=none -O -N1 -n" + crowd + show)).isEmpty();
    assertThat(user.said("srun -O -N1 -n" + crowd + show)).isEqualTo("1 pliant-yield.so");
    assertThat(
            user.said(
                "LD_PRELOAD=libm.so.6 OMPI_MCA_mpi_yield_when_idle=0 srun -O -N1 -n"
                    + crowd
                    + " sh -c 'echo $OMPI_MCA_mpi_yield_when_idle ${LD_PRELOAD##* }' | sort -u"))
        .isEqualTo("0 libm.so.6");
  }

  @Test
  void shouldRunTheMpirunOfOpenMpiInAnAllocation() {
    String said = user.said(AS_ROOT + "salloc -Q -N4 -n8 mpirun.openmpi ./world | sort");

    assertThat(said.lines()).containsExactlyElementsOf(MpiWorld.lines(8, 2));
  }
}
