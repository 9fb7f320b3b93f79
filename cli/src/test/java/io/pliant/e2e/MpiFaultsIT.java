package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What an unmodified MPI program lives on is killed, at each step of its life: it ends with one
 * outcome, and leaves neither a process nor a node. {@code -Dpliant.mpi.faults=all} for all of
 * them, or names of {@link MpiFault}s with commas, instead of a sample.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MpiFaultsIT {

  private Path work = Path.of("/");
  private PliantCommand pliant = PliantCommand.of(PliantCommand.root(), work, work);
  private SlurmShell user = new SlurmShell(pliant, work, PATIENCE);
  private RunningCluster cluster = new RunningCluster(work);
  private boolean up;

  @BeforeAll
  void startACluster(@TempDir Path folder) throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    cluster = new RunningCluster(folder.resolve("cluster"));
    pliant = PliantCommand.of(PliantCommand.root(), cluster.folder(), work);
    user = new SlurmShell(pliant, work, PATIENCE);
    List<String> size =
        List.of("--controllers", "3", "--nodes", "2", "--emulate", "2", "--cpus-per-node", "2");
    pliant.run(PliantCommand.UP, "up", size).expectSuccess();
    up = true;
  }

  @AfterAll
  void stopTheCluster() {
    if (up) {
      pliant.run("down").expectSuccess();
    }
  }

  static List<MpiFault> faults() {
    return MpiFault.chosen(System.getProperty("pliant.mpi.faults"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void shouldHaveOneOutcomeAndLeaveNothing(MpiFault fault) throws Exception {
    build(fault.library());
    Files.deleteIfExists(work.resolve("go"));
    Files.deleteIfExists(work.resolve("client"));
    CompletableFuture<PliantCommand.Result> run = begin(fault);

    strike(fault);

    if (!fault.victim().ends()) {
      pliant.run(PliantCommand.UP, "up", List.of()).expectSuccess();
    }
    if (!fault.victim().ends() || fault.moment() == MpiFault.Moment.LAUNCH) {
      Files.createFile(work.resolve("go"));
    }
    judge(fault, run.get());
    user.awaitSaid("squeue -h; pgrep -f \"^$PWD/world\" || true", "");
    user.awaitSaid("sinfo -h -t idle -o %D", "4");
    // who comes next removes what a killed helper left
    user.awaitSaid(
        """
        TMPDIR=$PWD/tmp srun -N4 -n4 true
        ls tmp; for f in $(cat shared); do ls -d $f; done 2> /dev/null || true
        """,
        "");
  }

  private void judge(MpiFault fault, PliantCommand.Result result) throws IOException {
    List<String> printed = MpiWorld.printed(Files.readString(work.resolve(fault.toString())));
    if (!fault.victim().ends()) {
      assertThat(result.exit()).as(result.err()).isZero();
      assertThat(printed).containsExactlyInAnyOrderElementsOf(MpiWorld.lines(4, 1));
      return;
    }
    if (fault.victim() == MpiFault.Victim.SRUN) {
      assertThat(result.exit()).as(result.err()).isEqualTo(128 + 9);
    } else { // a rank elsewhere may break on it by itself, before its node hears of it
      assertThat(result.exit()).as(result.err()).isNotZero();
      assertThat(result.err())
          .containsAnyOf(
              ": the step is ended", "wait for them to call MPI_Init", "it was ended by signal 9");
    }
  }

  private void build(MpiFault.Library library) {
    String name = library.name().toLowerCase(Locale.ROOT);
    assumeThat(user.bash("command -v mpicc." + name).exit())
        .as("without mpicc.%s its programs are not tried", name)
        .isZero();
    user.said(
        "mkdir -p tmp; : > shared; test -x world.%s || mpicc.%1$s -O1 -o world.%1$s %s"
            .formatted(name, MpiWorld.SOURCE));
  }

  /** Four ranks on four nodes, held at that moment. */
  private CompletableFuture<PliantCommand.Result> begin(MpiFault fault) {
    String step =
        """
        cat > step <<'EOF'
        echo $$ > client
        exec srun bash -c 'echo $OMPI_MCA_btl_vader_backing_directory >> shared; exec $PWD/world.%2$s %3$s go'
        EOF
        TMPDIR=$PWD/tmp exec salloc -J %1$s -N4 -n4 bash step > %1$s
        """
            .formatted(
                fault, fault.library().name().toLowerCase(Locale.ROOT), fault.moment().word());
    CompletableFuture<PliantCommand.Result> run =
        CompletableFuture.supplyAsync(() -> user.bash(step));
    String until =
        fault.moment() == MpiFault.Moment.LAUNCH
            ? "grep -c . client"
            : "test $(grep -c 'is process' %s) = 4 && echo 1".formatted(fault);
    RunningCluster.await(
        fault + " to be there",
        PATIENCE,
        () -> run.isDone() || user.bash(until).out().strip().equals("1"));
    assertThat(run).isNotDone();
    return run;
  }

  private void strike(MpiFault fault) {
    switch (fault.victim()) {
      case RANK -> user.said("kill -KILL $(sed -n 's/^rank 1 .* process //p' %s)".formatted(fault));
      case SUPERVISOR -> RunningCluster.kill(supervisor());
      case HELPER -> RunningCluster.kill(helper());
      case SRUN -> user.said("kill -KILL $(cat client)");
      case AGENTS -> cluster.record().nodes().forEach(node -> RunningCluster.kill(node.pid()));
      case FIRST_CONTROLLER -> killController(0);
      case SECOND_CONTROLLER -> killController(1);
      case THIRD_CONTROLLER -> killController(2);
      case ALL_CONTROLLERS -> List.of(0, 1, 2).forEach(this::killController);
    }
  }

  private void killController(int index) {
    RunningCluster.kill(cluster.record().controllers().get(index).pid());
  }

  /** Of the third node, of the step that runs. */
  private long supervisor() {
    return Long.parseLong(
        user.said(
            """
            states=$(grep -L '^ended ' $PLIANT_HOME/nodes/*/n003/steps/*/state)
            sed -n 's/^pid \\([0-9]*\\) .*/\\1/p' $states
            """));
  }

  private long helper() {
    return ProcessHandle.of(supervisor())
        .orElseThrow()
        .children()
        .filter(child -> child.info().command().orElse("").endsWith("/pliant-pmix"))
        .findFirst()
        .orElseThrow()
        .pid();
  }
}
