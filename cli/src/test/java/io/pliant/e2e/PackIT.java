package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Job packs whose controllers and agents are killed: all components run, or none. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PackIT {
  private static final String IDLE = "sinfo -h -N -t idle -o %N | wc -l";

  private StepDebugger debugger;
  private PliantCommand pliant;
  private SlurmShell shell;
  private RunningCluster cluster;
  private Path work;

  @BeforeAll
  void startACluster(@TempDir Path folder) throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    debugger = new StepDebugger();
    pliant =
        PliantCommand.of(PliantCommand.root(), folder.resolve("cluster"), work)
            .with(Map.of("PLIANT_CONTROLLER_OPTS", debugger.option()));
    shell = new SlurmShell(pliant, work, PATIENCE);
    List<String> size =
        List.of(
            "--controllers",
            "3",
            "--nodes",
            "6",
            "--cpus-per-node",
            "2",
            "--partition",
            "main:n[001-004]",
            "--partition",
            "other:n[005-006]",
            "--set=timing.node-timeout=12s");
    pliant.run(PliantCommand.UP, "up", size).expectSuccess();
    cluster = new RunningCluster(folder.resolve("cluster"));
  }

  @AfterAll
  void stopTheCluster() throws IOException {
    pliant.run("down").expectSuccess();
    debugger.close();
  }

  /**
   * One pack has all four nodes, one waits for all of them, while all controllers die. On a busy
   * host a node may be silent for too long afterwards: then the first runs again, before the other.
   */
  @Test
  void shouldRunEachPackOnceWhenTheControllersDie() throws IOException {
    Path go = work.resolve("go-controllers");
    String runs = submit("-N1 -c2 : -N3 -c2", go);
    shell.awaitSaid("squeue -h -j " + runs + " -o '%t %D'", "R 1\nR 3");
    String waits = submit("-N2 -c2 : -N2", go);
    shell.awaitSaid(
        "squeue -h -j " + waits + " -o '%i %t %D'", waits + "+0 PD 2\n" + waits + "+1 PD 2");

    shell.killTheControllers();
    shell.awaitSaid("squeue -h -j " + runs + " -o '%t %D'", "R 1\nR 3");
    Files.createFile(go);

    awaitEnd(runs);
    awaitEnd(waits);
    assertThat(ran(runs)).containsExactlyInAnyOrder("0 of 4", "1 of 4", "2 of 4", "3 of 4");
    assertThat(ran(waits)).containsExactlyInAnyOrder("0 of 4", "1 of 4", "2 of 4", "3 of 4");
    assertThat(
            shell
                .said("sacct -n -X -j " + waits + " -o jobid,allocnodes | tr -s ' '")
                .lines()
                .map(String::strip))
        .containsExactly(waits + "+0 2", waits + "+1 2");
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
    pliant.run(PliantCommand.UP, "up", List.of()).expectSuccess();
    shell.awaitSaid(IDLE, "6");
  }

  /** Components in two partitions: how they wait, start, are told of each other and are shown. */
  @Test
  void shouldStartTogetherInTwoPartitions() throws IOException {
    Path first = work.resolve("go-first");
    Path go = work.resolve("go-two");
    String before = submit("-p other -N2 -c2 -t 5", first);
    shell.awaitSaid("squeue -h -j " + before + " -o %t", "R");
    String job =
        shell.said(
            "sbatch --parsable -o two.%%j -p main -N1 -t 5 : -p other -N2 --wrap 'env | grep ^SLURM_JOB_PARTITION; srun bash -c \"until [ -e %s ]; do sleep 0.1; done; echo \\$SLURM_PROCID of \\$SLURM_NTASKS >> ran.\\$SLURM_JOB_ID\"'"
                .formatted(go));
    shell.awaitSaid(
        "squeue -h -j " + job + " -o '%i %P %t %D' | sort",
        "%s+0 main PD 1\n%s+1 other PD 2".formatted(job, job));
    RunningCluster.await(
        "main to say that other keeps the pack waiting",
        PATIENCE,
        () -> shell.said("$PLIANT why " + job).contains("in partition other as the last one"));
    shell.said("scontrol hold " + job);
    shell.awaitSaid("squeue -h -j " + job + " -o '%t %r' | sort -u", "PD JobHeldUser");
    shell.said("scontrol release " + job);
    Files.createFile(first);
    shell.awaitSaid("squeue -h -j " + job + " -o '%P %t %D' | sort", "main R 1\nother R 2");
    assertThat(shell.said("scontrol show job " + job + " | grep -o ' *Partition=[a-z]*'").lines())
        .map(String::strip)
        .containsExactly("Partition=main", "Partition=other");
    Files.createFile(go);
    awaitEnd(job);

    assertThat(ran(job)).containsExactlyInAnyOrder("0 of 3", "1 of 3", "2 of 3");
    assertThat(Files.readAllLines(work.resolve("two." + job)))
        .contains("SLURM_JOB_PARTITION_HET_GROUP_0=main", "SLURM_JOB_PARTITION_HET_GROUP_1=other");
    assertThat(
            shell
                .said("sacct -n -X -j " + job + " -o jobid,partition,allocnodes | tr -s ' '")
                .lines()
                .map(String::strip))
        .containsExactly(job + "+0 main 1", job + "+1 other 2");
    shell.awaitSaid(IDLE, "6");
  }

  /**
   * A pack in two partitions, and a controller or an agent that is killed at a step of their
   * agreement: in the end the pack has run as a whole, and no node is held. How many cases of the
   * matrix, and from which seed, the environment says (docs/operations.md).
   */
  @Test
  void shouldRunAllComponentsOrNoneWhoeverDiesAtAStepOfTheAgreement() throws IOException {
    List<PackDeath> matrix =
        PackDeath.all(number("PLIANT_PACK_SEED", 1), System.getenv("PLIANT_PACK_STEP"));
    int cases = Math.min(matrix.size(), number("PLIANT_PACK_KILLS", 2));
    for (PackDeath death : matrix.subList(0, cases)) {
      String job = submitAndKill(death);
      awaitEnd(job);
      assertThat(ranLast(job))
          .as("job %s, %s", job, death)
          .containsExactlyInAnyOrder("0 of 5", "1 of 5", "2 of 5", "3 of 5", "4 of 5");
      shell.awaitSaid(IDLE, "6");
    }
  }

  private String submitAndKill(PackDeath death) {
    CompletableFuture<Long> reached =
        debugger.at(
            death.moment().step(),
            here -> death.victim().pids(cluster.record(), here).forEach(RunningCluster::kill));
    if (death.moment().needsALatePartition()) {
      debugger.at(
          PackDeath.Moment.LAST_HELD_AND_NOT_TOLD.step(),
          _ -> reached.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join());
    }
    String submission =
        "PLIANT_SUBMISSION_KEY=%s sbatch --parsable -o /dev/null -t 5 -p main -N3 -c2 : -p other -N2 -c2 --wrap 'srun bash -c \"echo \\$SLURM_PROCID of \\$SLURM_NTASKS >> ran.\\$SLURM_JOB_ID.\\${SLURM_RESTART_COUNT:-0}\"'"
            .formatted(death);
    PliantCommand.Result answer = shell.bash(submission);
    RunningCluster.await(death.toString(), PATIENCE, reached::isDone);
    reached.join();
    debugger.forget();
    pliant.run(PliantCommand.UP, "up", List.of()).expectSuccess();
    // when all controllers died before the answer, the same submission is made again
    return answer.exit() == 0 ? answer.out().strip() : shell.said(submission);
  }

  private static int number(String variable, int usual) {
    String value = System.getenv(variable);
    return value == null ? usual : Integer.parseInt(value);
  }

  /** What the tasks of the last attempt wrote. */
  private List<String> ranLast(String job) throws IOException {
    try (Stream<Path> files = Files.list(work)) {
      Path last =
          files
              .filter(file -> file.getFileName().toString().startsWith("ran." + job + "."))
              .max(Comparator.comparing(file -> attempt(file)))
              .orElseThrow();
      return Files.readAllLines(last);
    }
  }

  private static int attempt(Path file) {
    String name = file.getFileName().toString();
    return Integer.parseInt(name.substring(name.lastIndexOf('.') + 1));
  }

  @Test
  void shouldRefuseWhatIsNotInAPack() {
    assertThat(shell.bash("sbatch -N1 : -N4 --wrap true").err())
        .contains("cannot hold them together");
    assertThat(shell.bash("sbatch -N1 : -N9 : -c 64 --wrap true").err())
        .contains("Component 1 of the pack", "Component 2 of the pack");
    assertThat(shell.bash("sbatch --array=0-3 -n1 : -n1 -p other --wrap true").err())
        .contains("submit one pack for each index");
    assertThat(shell.bash("scancel 7+1").err()).contains("its components start and end together");
    assertThat(shell.bash("srun true : true").err()).contains("salloc -N1 : -N2 srun A : B");
  }

  /** Each element is a pack, and its components start together. */
  @Test
  void shouldRunAnArrayOfPacks() {
    String job =
        shell.said(
            "sbatch --parsable -o /dev/null --array=3-5%2 -N1 : -N2 --wrap 'srun bash -c \"echo \\$SLURM_ARRAY_TASK_ID \\$SLURM_PROCID of \\$SLURM_NTASKS >> elements.\\$SLURM_ARRAY_JOB_ID\"'");
    shell.awaitSaid(
        "sacct -n -X -P -j " + job + " -o jobid,state,allocnodes",
        Stream.of(3, 4, 5)
            .flatMap(index ->
                Stream.of(
                    "%s_%d+0|COMPLETED|1".formatted(job, index),
                    "%s_%d+1|COMPLETED|2".formatted(job, index)))
            .collect(Collectors.joining("\n")));
    assertThat(shell.said("sort elements." + job).lines())
        .containsExactly(
            "3 0 of 3",
            "3 1 of 3",
            "3 2 of 3",
            "4 0 of 3",
            "4 1 of 3",
            "4 2 of 3",
            "5 0 of 3",
            "5 1 of 3",
            "5 2 of 3");
  }

  /** The last component grows and shrinks, and the first one keeps its node. */
  @Test
  void shouldResizeTheLastComponentOfAPack() throws IOException {
    Path hurry = work.resolve("hurry");
    String heat =
        "io.pliant.imp.examples.Heat --rows 60 --steps 500 --step-ms 100 --until " + hurry;
    String job =
        shell.said(
            "sbatch --parsable -o heat.%%j -N1 -t 5 : -N1 --min-nodes=1 --max-nodes=3 --wrap 'srun %s'"
                .formatted(String.join(" ", ImpExample.java(heat))));
    shell.awaitSaid("squeue -h -j " + job + " -o '%t %D'", "R 1\nR 1");
    String first = shell.said("squeue -h -j " + job + " -o '%i %N' | sed -n 's/.*+0 //p'");

    for (int nodes : new int[] {4, 2, 3}) {
      RunningCluster.await(
          "the program to take another size",
          PATIENCE,
          () -> shell.bash("$PLIANT adapt %s --nodes %d".formatted(job, nodes)).exit() == 0);
      shell.awaitSaid("squeue -h -j " + job + " -o '%t %D'", "R 1\nR " + (nodes - 1));
      assertThat(shell.said("squeue -h -j " + job + " -o '%i %N' | sed -n 's/.*+0 //p'"))
          .isEqualTo(first);
    }
    assertThat(shell.bash("$PLIANT adapt " + job + " --nodes 1").err())
        .contains("it takes 2 to 4 nodes");
    Files.createFile(hurry);
    awaitEnd(job);

    assertThat(Files.readString(work.resolve("heat." + job)))
        .contains("2 -> 4 tasks", "4 -> 2 tasks", "2 -> 3 tasks", ", right");
    shell.awaitSaid(IDLE, "6");
  }

  /** The example of seed 004: three components with a program each, and one world. */
  @Test
  void shouldRunAProgramForEachComponentInOneWorld() {
    String say = "bash -c 'echo $0 $SLURM_PROCID of $SLURM_NTASKS' ";

    assertThat(
            shell
                .said(
                    "salloc -Q -p main -N1 : -p main -N2 -n4 : -p other -N2 -c2 srun --mpi-combine=yes --pack-group=0 %s controller : --pack-group=1 -n 4 %s worker : --pack-group=2 %s storer | sort -k2n"
                        .formatted(say, say, say))
                .lines())
        .containsExactly(
            "controller 0 of 7",
            "worker 1 of 7",
            "worker 2 of 7",
            "worker 3 of 7",
            "worker 4 of 7",
            "storer 5 of 7",
            "storer 6 of 7");
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
