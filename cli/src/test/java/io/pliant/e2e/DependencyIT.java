package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

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

/** Jobs that wait for others, in two partitions, whose controllers are killed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DependencyIT {

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
            "2",
            "--cpus-per-node",
            "4",
            "--partition",
            "main:n001",
            "--partition",
            "other:n002");
    pliant.run(PliantCommand.UP, "up", size).expectSuccess();
    cluster = new RunningCluster(folder.resolve("cluster"));
  }

  @AfterAll
  void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  @Test
  void shouldFollowFromHowTheOtherJobEnds() throws IOException {
    Path go = work.resolve("go-kinds");
    String good = submit("--wrap '" + until(go) + "'");
    String bad = submit("-J bad --wrap '" + until(go) + " exit 3'");
    String ok = submit("-p other -d afterok:" + good + " --wrap 'echo $SLURM_JOB_DEPENDENCY'");
    String notOk = submit("-p other -d afternotok:" + bad + " --wrap true");
    String any = submit("-d afterany:" + bad + ":" + good + " --wrap true");
    String one = submit("-d 'afterok:" + bad + "?afterok:" + good + "' --wrap true");
    String never = submit("-d afterok:" + bad + " --wrap true");
    String ends = submit("-d afterok:" + bad + " --kill-on-invalid-dep=yes --wrap true");
    String single = submit("-J bad -d singleton --wrap true");
    String later = submit("-d after:" + good + "+600 --wrap true");
    String begun = submit("-d after:" + good + " --wrap true");
    awaitEnd(begun, "COMPLETED");
    shell.awaitSaid(
        "squeue -h -o '%t %r %E' -j " + ok, "PD Dependency afterok:" + good + "(unfulfilled)");
    shell.awaitSaid("squeue -h -o '%t %r %E' -j " + single, "PD Dependency singleton(unfulfilled)");
    shell.awaitSaid("squeue -h -o '%t %r %E' -j " + later, "PD BeginTime (null)");
    assertThat(shell.said("$PLIANT why " + any))
        .contains("It waits for other jobs: afterany:" + bad);
    assertThat(shell.said("scontrol -o show job " + any))
        .contains("Dependency=afterany:" + bad + "(unfulfilled),afterany:" + good);

    Files.createFile(go);

    for (String job : List.of(good, ok, notOk, any, one, single)) {
      awaitEnd(job, "COMPLETED");
    }
    assertThat(Files.readString(work.resolve("slurm-" + ok + ".out")).strip())
        .isEqualTo("afterok:" + good);
    awaitEnd(ends, "CANCELLED");
    shell.awaitSaid(
        "squeue -h -o '%t %r %E' -j " + never,
        "PD DependencyNeverSatisfied afterok:" + bad + "(failed)");
    assertThat(shell.said("$PLIANT show " + ends))
        .contains("can not come any more: afterok:" + bad);
    String late = submit("-d afternotok:" + bad + " --wrap true"); // of one that is over
    awaitEnd(late, "COMPLETED");
    shell.said("scancel " + never + " " + later);
    awaitEnd(never, "CANCELLED");
  }

  /** A change lasts through the death of all controllers, and never lets jobs wait in a circle. */
  @Test
  void shouldChangeWhatAWaitingJobWaitsFor() throws IOException {
    Path go = work.resolve("go-changed");
    String runs = submit("--wrap '" + until(go) + "'");
    String first = submit("-b now+1hour --wrap true");
    String job = submit("-p other -d afterok:" + runs + " -o changed.out --wrap 'echo once'");
    String cleared = submit("-p other -d afterok:" + runs + " --wrap true");
    String later = submit("-p other --hold -a 0-3 --wrap true");

    shell.said("scontrol update JobId=" + job + " Dependency=afterany:" + first);
    shell.said("$PLIANT update " + later + " --dependency aftercorr:" + first);
    shell.awaitSaid(
        "squeue -h -o '%r %E' -j " + job, "Dependency afterany:" + first + "(unfulfilled)");
    refused(first, "afterok:" + job, "for which others wait");
    refused(job, "afterok:" + job, "it is to wait for itself");
    refused(job, "afterok:999999", "there is no job 999999");
    refused(job, "afterok:" + runs + "_3", "is no array");
    refused(job, "behind:" + runs, "'--dependency' has the value 'behind:" + runs + "'");
    refused(runs, "afterok:" + first, "to be waiting for another dependency");
    shell.said("scontrol update JobId=" + cleared + " Dependency=");
    awaitEnd(cleared, "COMPLETED");

    shell.killTheControllers();
    shell.awaitSaid(
        "squeue -h -o '%r %E' -j " + job, "Dependency afterany:" + first + "(unfulfilled)");
    shell.said("scontrol update JobId=" + first + " StartTime=now");
    awaitEnd(job, "COMPLETED");
    assertThat(work.resolve("changed.out")).hasContent("once");
    shell.said("scontrol release " + later);
    awaitEnd(later, "COMPLETED");
    assertThat(cluster.statusOf(number(runs))).isEqualTo("RUNNING");
    Files.createFile(go);
    awaitEnd(runs, "COMPLETED");
  }

  private void refused(String job, String dependency, String why) {
    assertThat(shell.bash("scontrol update JobId=" + job + " Dependency=" + dependency).err())
        .contains(why);
  }

  @Test
  void shouldRefuseWhatNoJobCanWaitFor() {
    assertThat(shell.bash("sbatch -d afterok:999999 --wrap true").err())
        .contains("Job dependency problem (--dependency), afterok:999999: there is no job 999999.");
    String job = submit("--wrap true");
    assertThat(shell.bash("sbatch -d afterok:" + job + "_3 --wrap true").err())
        .contains("job " + job + " is no array");
    assertThat(shell.bash("sbatch -d afterok:" + job + ",afterany:1?2 --wrap true").err())
        .contains("either ',' (all of them) or '?'");
    assertThat(shell.bash("sbatch -d afterok:1+5 --wrap true").exit()).isNotZero();
  }

  /**
   * 1, then 40, then 1; and two arrays, element by element. The controllers die before the first
   * ends and once more when it has ended.
   */
  @Test
  void shouldStartEachOnceThroughDeathsOfControllers() throws IOException {
    Pair elements = elementsThatFollow();
    Path go = work.resolve("go-first");
    Path lines = Files.createDirectory(work.resolve("diamond"));
    String first = submit("-o /dev/null --wrap '" + until(go) + "'");
    List<String> middle = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String partition = i % 2 == 0 ? "main" : "other";
      middle.add(
          submit(
              "-p %s -o /dev/null -d afterok:%s --wrap 'echo started >> %s/%d'"
                  .formatted(partition, first, lines, i)));
    }
    String last =
        submit(
            "-o /dev/null -d afterok:%s --wrap 'ls %s | wc -l > %s/count'"
                .formatted(String.join(":", middle), lines, work));
    shell.killTheControllers();
    Files.createFile(go);
    RunningCluster.await(
        "the first to end", PATIENCE, () -> cluster.statusOf(number(first)).equals("COMPLETED"));
    shell.killTheControllers();
    followElementByElement(elements);
    awaitEnd(last, "COMPLETED");
    for (int i = 0; i < middle.size(); i++) {
      assertThat(cluster.statusOf(number(middle.get(i)))).isEqualTo("COMPLETED");
      assertThat(lines.resolve(Integer.toString(i))).hasContent("started");
    }
    assertThat(Files.readString(work.resolve("count")).strip()).isEqualTo("40");
  }

  /** Two arrays, a job that waits for an element, and the file that lets elements end. */
  private record Pair(String array, String other, String element, Path lines, Path go) {}

  /** The first four elements of both have ended, and the others of the first run or wait. */
  private Pair elementsThatFollow() throws IOException {
    Path go = work.resolve("go-elements");
    Path lines = Files.createDirectory(work.resolve("elements"));
    String array =
        submit(
            "-a 0-19%%3 -o /dev/null --wrap 'echo started >> %s/a$SLURM_ARRAY_TASK_ID; [ $SLURM_ARRAY_TASK_ID -lt 4 ] || %s exit $(( SLURM_ARRAY_TASK_ID == 7 ))'"
                .formatted(lines, until(go)));
    String other =
        submit(
            "-p other -a 0-19 -o /dev/null -d aftercorr:%s --kill-on-invalid-dep=yes --wrap 'ls %s/a$SLURM_ARRAY_TASK_ID >> %s/b$SLURM_ARRAY_TASK_ID'"
                .formatted(array, lines, lines));
    String element = submit("-d afternotok:" + array + "_7 -o /dev/null --wrap true");
    shell.awaitSaid("find " + lines + " -name 'b*' | wc -l", "4");
    shell.awaitSaid("squeue -h -t PD -o '%i %r' -j " + other, other + "_[4-19] Dependency");
    return new Pair(array, other, element, lines, go);
  }

  private void followElementByElement(Pair pair) throws IOException {
    String array = pair.array();
    String other = pair.other();
    Path lines = pair.lines();
    Files.createFile(pair.go());
    awaitEnd(array, "FAILED");
    awaitEnd(pair.element(), "COMPLETED");
    RunningCluster.await(
        "the second array to end",
        PATIENCE,
        () ->
            !cluster.statusOf(number(other)).equals("PENDING")
                && !cluster.statusOf(number(other)).equals("RUNNING"));
    for (int i = 0; i < 20; i++) {
      assertThat(lines.resolve("a" + i)).hasContent("started");
      if (i == 7) {
        assertThat(lines.resolve("b7")).doesNotExist();
      } else {
        assertThat(lines.resolve("b" + i)).hasContent(lines + "/a" + i);
      }
    }
    assertThat(cluster.get("/v1/jobs/" + other).get("reason").text())
        .isEqualTo("19 COMPLETED, 1 CANCELLED");
    assertThat(shell.bash("sbatch -a 0-30 -d aftercorr:" + array + " --wrap true").err())
        .contains("has only the elements 0-19");
  }

  private static String until(Path file) {
    return "while ! [ -e " + file + " ]; do sleep 0.2; done;";
  }

  private String submit(String words) {
    return shell.said("sbatch --parsable " + words);
  }

  private static long number(String job) {
    return Long.parseLong(job);
  }

  private void awaitEnd(String job, String status) {
    RunningCluster.await(
        "job %s to be %s".formatted(job, status),
        PATIENCE,
        () -> cluster.statusOf(number(job)).equals(status));
  }
}
