package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String WAITING = "srun -N2 -n4 -w n001,n002 ./world wait go > %s";
  private static final String AS_ROOT =
      "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; ";

  private Path work = Path.of("/");
  private PliantCommand pliant = PliantCommand.of(PliantCommand.root(), work, work);
  private SlurmShell user = new SlurmShell(pliant, work, PATIENCE);
  private RunningCluster cluster = new RunningCluster(work);
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
    cluster = new RunningCluster(folder.resolve("cluster"));
    pliant = PliantCommand.of(root, cluster.folder(), work);
    user = new SlurmShell(pliant, work, PATIENCE);
    user.said("mpicc.openmpi -o world " + root.resolve("node-runtime/src/test/c/world.c"));
    pliant
        .run(
            Duration.ofSeconds(240),
            "up",
            List.of("--nodes", "2", "--emulate", "2", "--cpus-per-node", "4"))
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
    int each = ranks / nodes;
    int sum = IntStream.range(0, ranks).sum();

    String said = user.said("srun -N%d -n%d ./world".formatted(nodes, ranks));

    assertThat(said.lines())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, ranks)
                .mapToObj(rank ->
                    "%d of %d, %d of %d, sum %d".formatted(rank, ranks, rank % each, each, sum))
                .toList());
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
  void shouldEndWhenARankIsKilled() {
    CompletableFuture<PliantCommand.Result> step = waiting("killed.out");

    RunningCluster.kill(process("killed.out", 3));

    PliantCommand.Result ended = step.join();
    assertThat(ended.exit()).as(ended.err()).isEqualTo(128 + 9);
    assertThat(ended.err())
        .contains("n002: task 3 was ended by signal 9 before MPI_Finalize: the step is ended");
  }

  @Test
  void shouldEndWhenAHelperIsKilledAndLeaveNothing() {
    CompletableFuture<PliantCommand.Result> step = waiting("helper.out");
    List<Path> folders = foldersOfHelpers();
    assertThat(folders).isNotEmpty();

    String program = cluster.folder().resolve("nodes/n001/pliant-pmix").toString();
    ProcessHandle.allProcesses()
        .filter(process -> process.info().command().orElse("").equals(program))
        .forEach(process -> RunningCluster.kill(process.pid()));

    PliantCommand.Result ended = step.join();
    assertThat(ended.exit()).as(ended.err()).isEqualTo(1);
    assertThat(ended.err()).contains("to serve PMIx on node n001, but it was ended by signal 9");
    RunningCluster.await(
        "folders to be removed", PATIENCE, () -> folders.stream().noneMatch(Files::exists));
  }

  @Test
  void shouldNotNoticeThatAnAgentIsKilled() throws Exception {
    CompletableFuture<PliantCommand.Result> step = waiting("agent.out");

    RunningCluster.kill(cluster.record().nodes().getFirst().pid());
    Files.createFile(work.resolve("go"));

    PliantCommand.Result ended = step.join();
    Files.delete(work.resolve("go"));
    pliant.run(Duration.ofSeconds(240), "up", List.of()).expectSuccess();
    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(Files.readString(work.resolve("agent.out")))
        .contains("0 of 4, 0 of 2, sum 6", "3 of 4, 1 of 2, sum 6");
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
          .containsExactly(
              "0 of 4, 0 of 2, sum 6",
              "1 of 4, 1 of 2, sum 6",
              "2 of 4, 0 of 2, sum 6",
              "3 of 4, 1 of 2, sum 6");
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
  void shouldRunTheMpirunOfOpenMpiInAnAllocation() {
    String said = user.said(AS_ROOT + "salloc -Q -N4 -n8 mpirun.openmpi ./world | sort");

    assertThat(said.lines())
        .containsExactly(
            IntStream.range(0, 8)
                .mapToObj(rank -> "%d of 8, %d of 2, sum 28".formatted(rank, rank % 2))
                .toArray(String[]::new));
  }

  /** A step of four ranks that are all within MPI, and wait for the file {@code go}. */
  private CompletableFuture<PliantCommand.Result> waiting(String out) {
    CompletableFuture<PliantCommand.Result> step =
        CompletableFuture.supplyAsync(() -> user.bash(WAITING.formatted(out)));
    RunningCluster.await("four ranks", PATIENCE, () -> step.isDone() || lines(out).count() == 4);
    assertThat(step).isNotDone();
    return step;
  }

  private long process(String out, int rank) {
    return lines(out)
        .filter(line -> line.startsWith("rank " + rank + " "))
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow();
  }

  private Stream<String> lines(String out) {
    try {
      Path file = work.resolve(out);
      return Files.exists(file) ? Files.readString(file).lines() : Stream.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Folders that helpers of this cluster's steps have made, by the environment of their ranks. */
  private List<Path> foldersOfHelpers() {
    return lines("helper.out")
        .map(line -> line.substring(line.lastIndexOf(' ') + 1))
        .flatMap(pid -> Arrays.stream(environment(pid).split("\0", -1)))
        .filter(
            word -> word.matches("(OMPI_MCA_btl_vader_backing_directory|PMIX_SERVER_TMPDIR)=.*"))
        .map(word -> Path.of(word.substring(word.indexOf('=') + 1)))
        .distinct()
        .toList();
  }

  private static String environment(String pid) {
    try {
      return Files.readString(Path.of("/proc", pid, "environ"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
