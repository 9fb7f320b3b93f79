package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.cli.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes that are set aside, licences, mail and arrays, on a cluster whose controllers are killed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SetAsideIT {

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
            "3",
            "--cpus-per-node",
            "2",
            "--partition",
            "main:*:easy;matlab=2,ansys=1",
            "--set",
            "mail.command=[" + mailProgram() + "]");
    pliant.run(PliantCommand.UP, "up", size).expectSuccess();
    cluster = new RunningCluster(folder.resolve("cluster"));
  }

  /** What a test that failed has left would keep the next ones from their nodes. */
  @AfterEach
  void cancelWhatIsLeft() {
    shell.bash("scancel -u $(id -un)");
  }

  /** Writes each mail to a file of its own, whole or not at all. */
  private Path mailProgram() throws IOException {
    Path mails = Files.createDirectory(work.resolve("mails"));
    Path program =
        Files.writeString(
            work.resolve("mail"),
            """
            #!/bin/sh
            new=$(mktemp MAILS/.new.XXXXXX) || exit 1
            { echo "$#|$1|$2|$3|$SLURM_JOB_MAIL_TYPE"; cat; } > "$new"
            mv "$new" MAILS/"$SLURM_JOB_ID.$(basename "$new")"
            """
                .replace("MAILS", mails.toString()));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return program;
  }

  /** First lines of the mails about a job. */
  private List<String> mails(long job) {
    try (Stream<Path> files = Files.list(work.resolve("mails"))) {
      List<String> lines = new ArrayList<>();
      for (Path file : files.filter(f -> f.toString().contains("/" + job + ".")).toList()) {
        lines.add(Files.readAllLines(file).getFirst());
      }
      return lines.stream().sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is begun before the controllers die, and has to be so after it: one death for all. */
  @Test
  void shouldKeepMailLicencesAndChangesThroughDeathsOfControllers() throws IOException {
    Afterwards mails = mailsOfEachEvent();
    Afterwards licences = countedLicences();
    Afterwards changes = changedJobs();
    Afterwards suspended = suspendedJob();
    shell.killTheControllers();
    suspended.hold();
    mails.hold();
    licences.hold();
    changes.hold();
  }

  /** What is to hold when the controllers are back. */
  private interface Afterwards {
    void hold() throws IOException;
  }

  private Afterwards mailsOfEachEvent() {
    Path go = work.resolve("go-mail");
    long job =
        Long.parseLong(
            shell.said(
                "sbatch --parsable -J \"it's \\$(id)\" --mail-type=ALL,TIME_LIMIT --mail-user=ada@example.org -t 60 --wrap 'while ! [ -e "
                    + go
                    + " ]; do sleep 0.2; done; exit 3'"));
    RunningCluster.await("the first mail", PATIENCE, () -> mails(job).size() == 1);
    assertThat(mails(job).getFirst())
        .startsWith("3|-s|Slurm Job_id=" + job + " Name=it's $(id) Began, Queued time 00:0")
        .endsWith("|ada@example.org|Began");
    assertThat(shell.said("scontrol -o show job " + job))
        .contains("MailUser=ada@example.org MailType=INVALID_DEPEND,BEGIN,END,FAIL,REQUEUE");
    assertThat(shell.said("$PLIANT show " + job)).contains("TIME_LIMIT to ada@example.org");
    return () -> mailsAtMostOnce(job, go);
  }

  private void mailsAtMostOnce(long job, Path go) throws IOException {
    RunningCluster.await(
        "job %d to be known".formatted(job),
        PATIENCE,
        () -> cluster.statusOf(job).equals("RUNNING"));
    Files.createFile(go);
    RunningCluster.await("the last mail", PATIENCE, () -> mails(job).size() == 2);
    assertThat(mails(job).getLast())
        .contains(" Failed, Run time 00:0", ", FAILED, ExitCode 3|ada@example.org|Failed");

    long limited =
        Long.parseLong(
            shell.said(
                "sbatch --parsable --mail-type=TIME_LIMIT,END,TIME_LIMIT_50 -t 0:04 --wrap 'sleep 60'"));
    RunningCluster.await("three mails", PATIENCE, () -> mails(limited).size() == 3);
    assertThat(mails(limited))
        .allSatisfy(line -> assertThat(line).contains("|" + System.getProperty("user.name") + "|"))
        .extracting(line -> line.substring(line.lastIndexOf('|') + 1))
        .containsExactlyInAnyOrder("Reached 50% of time limit", "Reached time limit", "Ended");
    assertThat(mails(job)).as("no mail comes again").hasSize(2);
    assertThat(shell.bash("sbatch --mail-type=END --mail-user='|id' --wrap true").err())
        .contains("no mail is sent to '|id'");
  }

  @AfterAll
  void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  @Test
  void shouldKeepAWindowThroughDeathsOfControllers() {
    String user = System.getProperty("user.name");
    assertThat(
            shell.said(
                "scontrol create reservation ReservationName=course StartTime=now+1hour Duration=120 Nodes=n[002-003] Users="
                    + user))
        .isEqualTo("Reservation created: course");
    long member =
        Long.parseLong(
            shell.said(
                "sbatch --parsable --reservation=course -N2 -t 10 --wrap 'srun -n2 hostname'"));
    long blocked =
        Long.parseLong(shell.said("sbatch --parsable -N2 -t 2:00:00 --wrap 'sleep 600'"));
    long fits = Long.parseLong(shell.said("sbatch --parsable -N1 -t 2:00:00 --wrap 'hostname'"));
    long brief = Long.parseLong(shell.said("sbatch --parsable -N2 -t 5 --wrap 'hostname'"));
    awaitEnd(fits);
    awaitEnd(brief);
    assertThat(cluster.get("/v1/jobs/" + fits).get("allocation").get("slices").list())
        .extracting(slice -> slice.get("node").text())
        .containsExactly("n001");
    assertThat(shell.said("squeue -h -o '%i %r' -j " + member)).isEqualTo(member + " Reservation");
    shell.awaitSaid("squeue -h -o '%v %W' -j " + member, "course (null)");
    assertThat(shell.said("$PLIANT why " + blocked))
        .contains("reservations on 2 node(s)", "course");

    shell.killTheControllers();

    assertThat(shell.said("scontrol -o show reservation course"))
        .contains("Nodes=n[002-003] NodeCnt=2 CoreCnt=4", "Users=" + user, "State=INACTIVE");
    assertThat(shell.said("sinfo -T")).contains("course", "INACTIVE", "n[002-003]");
    assertThat(cluster.statusOf(blocked)).isEqualTo("PENDING");
    assertThat(cluster.statusOf(member)).isEqualTo("PENDING");

    shell.said("scontrol delete ReservationName=course");
    RunningCluster.await(
        "job %d to start".formatted(blocked),
        PATIENCE,
        () -> cluster.statusOf(blocked).equals("RUNNING"));
    shell.said("scancel " + blocked);
    shell.awaitSaid("sinfo -h -o '%t %D'", "idle 3");
    assertThat(shell.said("$PLIANT why " + member)).contains("no");
    shell.said(
        "scontrol create reservation ReservationName=course StartTime=now Duration=60 NodeCnt=2 Users="
            + user);
    assertThat(shell.said("sinfo -h -o '%t %D' -t resv,alloc,mix")).isNotEmpty();
    awaitEnd(member);
    assertThat(shell.said("sinfo -h -o '%t %D'")).isEqualTo("idle 1\nresv 2");
    shell.awaitSaid("sacct -X -n -P -o Reservation -j " + member, "course");
    assertThat(cluster.statusOf(member)).isEqualTo("COMPLETED");
    shell.said("$PLIANT reservation delete course");
    assertThat(shell.said("scontrol show reservation")).isEqualTo("No reservations in the system");
  }

  private Afterwards countedLicences() {
    Path go = work.resolve("go");
    String wait = "--wrap 'while ! [ -e " + go + " ]; do sleep 0.2; done'";
    long holder = Long.parseLong(shell.said("sbatch --parsable -L matlab:2 " + wait));
    RunningCluster.await(
        "job %d to run".formatted(holder),
        PATIENCE,
        () -> cluster.statusOf(holder).equals("RUNNING"));
    long waiting = Long.parseLong(shell.said("sbatch --parsable -L ansys,matlab --wrap true"));
    long other = Long.parseLong(shell.said("sbatch --parsable -L ansys --wrap true"));
    awaitEnd(other);
    shell.awaitSaid("squeue -h -o %r -j " + waiting, "Licenses");
    shell.awaitSaid("squeue -h -o '%v %W' -j " + waiting, "(null) ansys:1,matlab:1");
    shell.awaitSaid(
        "squeue -h -L Matlab,x -o %i | sort -n | xargs",
        Math.min(holder, waiting) + " " + Math.max(holder, waiting));
    shell.awaitSaid("SQUEUE_LICENSES=ansys squeue -h -o %i", Long.toString(waiting));
    assertThat(shell.said("$PLIANT why " + waiting))
        .contains("It needs 1 licence(s) matlab; 0 are free now.");
    assertThat(shell.said("scontrol -o show licenses matlab")).contains("Total=2 Used=2 Free=0");
    return () -> licencesAreCounted(holder, waiting, go);
  }

  private void licencesAreCounted(long holder, long waiting, Path go) throws IOException {
    assertThat(shell.said("scontrol -o show licenses matlab")).contains("Total=2 Used=2 Free=0");
    assertThat(cluster.statusOf(waiting)).isEqualTo("PENDING");
    Files.createFile(go);
    awaitEnd(waiting);
    assertThat(cluster.statusOf(waiting)).isEqualTo("COMPLETED");
    assertThat(cluster.statusOf(holder)).isEqualTo("COMPLETED");
    assertThat(shell.said("scontrol -o show licenses matlab")).contains("Total=2 Used=0 Free=2");
    assertThat(shell.bash("sbatch -L matlab:3 --wrap true").err())
        .contains("Invalid license specification: it asks for 3 matlab")
        .contains("its licences are 1 ansys and 2 matlab");
  }

  private Afterwards suspendedJob() {
    Path go = work.resolve("go-on");
    Path pid = work.resolve("suspended.pid");
    String script = "echo $$ > " + pid + "; until [ -e " + go + " ]; do sleep 0.2; done";
    String job = shell.said("sbatch --parsable -n1 -t 60 --wrap '" + script + "'");
    shell.awaitSaid("cat " + pid + " | wc -l", "1");
    shell.awaitSaid("squeue -h -o %T -j " + job, "RUNNING"); // a moment after it has begun to run
    shell.said("scontrol suspend " + job);
    shell.awaitSaid("squeue -h -o '%t %T' -j " + job, "S SUSPENDED");
    // a shell that is stopped between its vfork and its child's exec waits for that child, as D
    String stopped = "p=$(cat " + pid + "); ps -o s= -p $p --ppid $p | grep -v D | sort -u";
    shell.awaitSaid(stopped, "T");
    shell.awaitSaid("squeue -h -t S -o %i", job);
    return () -> {
      Files.createFile(go);
      shell.awaitSaid("squeue -h -o %T -j " + job, "SUSPENDED");
      assertThat(shell.said(stopped)).isEqualTo("T");
      assertThat(shell.said("scontrol -o show job " + job))
          .contains("JobState=SUSPENDED")
          .containsPattern("SuspendTime=20[-0-9T:]{17} SecsPreSuspend=[0-9]");
      shell.awaitSaid(
          "sacct -nXPo state,suspended -j " + job + " | grep -c 'SUSPENDED|00:0[0-9]:0*[1-9]'",
          "1");
      String ran = shell.said("squeue -h -o %M -j " + job);
      assertThat(shell.said("sleep 1; squeue -h -o %M -j " + job)).isEqualTo(ran);
      shell.said("scontrol resume " + job);
      awaitEnd(Long.parseLong(job));
      assertThat(shell.said("sacct -nXPo suspended -j " + job)).isNotEqualTo("00:00:00");
      assertThat(cluster.statusOf(Long.parseLong(job))).isEqualTo("COMPLETED");
      assertThat(shell.bash("scontrol suspend " + job).err()).contains("already completing");
    };
  }

  private Afterwards changedJobs() {
    String running = shell.said("sbatch --parsable -n1 -t 60 --wrap 'sleep 600'");
    String waiting = shell.said("sbatch --parsable -b now+1hour -t 60 --wrap true");
    String array = shell.said("sbatch --parsable -b now+1hour -a 1-9%3 --wrap true");
    shell.awaitSaid("squeue -h -o %T -j " + running, "RUNNING");
    shell.said("scontrol update JobId=" + running + " TimeLimit=-30 Comment='half of it'");
    shell.said("scontrol update jobid=" + waiting + "," + array + " Nice=77 jobname=later");
    shell.said("scontrol update JobId=" + array + " ArrayTaskThrottle=5");
    shell.said("$PLIANT update " + waiting + " --time-limit 20:00");
    shell.said("scontrol top " + array);
    String nice = shell.said("squeue -h -o %y -j " + waiting);
    assertThat(Integer.parseInt(shell.said("squeue -h -o %y -j " + array)))
        .as("the array is before the job that was first")
        .isLessThan(Integer.parseInt(nice));
    return () -> changesAreKept(running, waiting, array, nice);
  }

  /** A limit that is set while a job runs ends it, also after its controller was killed. */
  private void changesAreKept(String running, String waiting, String array, String nice) {
    assertThat(shell.said("squeue -h -o '%l %k' -j " + running)).isEqualTo("30:00 half of it");
    assertThat(shell.said("squeue -h -o '%l %y %j' -j " + waiting))
        .isEqualTo("20:00 " + nice + " later");
    assertThat(shell.said("squeue -h -o '%i %j' -j " + array)).isEqualTo(array + "_[1-9%5] later");
    assertThat(
            shell
                .bash("scontrol update JobId=" + running + " Nice=1 Partition=main NumNodes=2")
                .err())
        .contains("partition cannot be changed", "numnodes cannot be changed", "submit it again");
    shell.said("scontrol requeuehold " + running);
    shell.awaitSaid("squeue -h -o '%T %r' -j " + running, "PENDING JobHeldUser");
    shell.said("scontrol release " + running);
    shell.awaitSaid("squeue -h -o %T -j " + running, "RUNNING");
    shell.said("scontrol update JobId=" + running + " TimeLimit=0:01");
    awaitEnd(Long.parseLong(running));
    assertThat(cluster.statusOf(Long.parseLong(running))).isEqualTo("TIMEOUT");
    shell.awaitSaid("sacct -X -n -P -o JobName,TimelimitRaw -j " + running, "wrap|0");
    shell.said("scontrol update JobName=later StartTime=now");
    awaitEnd(Long.parseLong(waiting));
    awaitEnd(Long.parseLong(array));

    shell.said("scontrol update NodeName=n003 State=DRAIN Reason=disk");
    assertThat(shell.said("sinfo -h -N -n n003 -o %t")).isEqualTo("drain");
    shell.said("scontrol update NodeName=n003 State=RESUME");
    assertThat(shell.said("sinfo -h -N -n n003 -o %t")).isEqualTo("idle");
  }

  /** Each element writes a line when it starts; a second start would write a second one. */
  @Test
  void shouldRunEachElementOnceThroughDeathsOfControllersAndAgents() throws IOException {
    Path go = work.resolve("go-array");
    Path lines = Files.createDirectory(work.resolve("lines"));
    Files.writeString(
        work.resolve("array.sh"),
        """
        #!/bin/bash
        #SBATCH --array=1-40%4
        #SBATCH -J elements -o out/%A_%a.txt
        echo $SLURM_ARRAY_JOB_ID $SLURM_ARRAY_TASK_COUNT $SLURM_ARRAY_TASK_MIN $SLURM_ARRAY_TASK_MAX
        echo started >> LINES/$SLURM_ARRAY_TASK_ID
        while ! [ -e GO ]; do sleep 0.2; done
        exit $(( SLURM_ARRAY_TASK_ID == 7 ? 3 : 0 ))
        """
            .replace("LINES", lines.toString())
            .replace("GO", go.toString()));
    Files.createDirectory(work.resolve("out"));
    String array = shell.said("sbatch --parsable array.sh");
    shell.awaitSaid("squeue -h -t R -o %i -j " + array + " | wc -l", "4");
    shell.awaitSaid(
        "squeue -h -t PD -o '%i %r' -j " + array, array + "_[5-40%4] JobArrayTaskLimit");
    assertThat(shell.said("squeue -h -r -j " + array + " | wc -l")).isEqualTo("40");
    assertThat(shell.said("$PLIANT why " + array)).contains("at most 4 elements run at one time");

    shell.said("scancel " + array + "_[38-40]");
    assertThat(shell.bash("scancel " + array + "_99").err()).contains("has no element 99");
    assertThat(shell.said("squeue -h -t PD -o %i -j " + array)).isEqualTo(array + "_[5-37%4]");
    shell.killTheControllers();
    for (var node : cluster.record().nodes()) {
      RunningCluster.kill(node.pid());
    }
    pliant.run(PliantCommand.UP, "up", List.of()).expectSuccess();
    assertThat(shell.said("squeue -h -t PD -o %K -j " + array)).isEqualTo("5-37%4");
    Files.createFile(go);

    awaitEnd(Long.parseLong(array));
    for (int index = 1; index <= 37; index++) {
      assertThat(lines.resolve(Integer.toString(index))).hasContent("started");
    }
    assertThat(lines.resolve("38")).doesNotExist();
    assertThat(Files.readString(work.resolve("out/" + array + "_7.txt")).strip())
        .isEqualTo(array + " 40 1 40");
    Json whole = cluster.get("/v1/jobs/" + array);
    assertThat(whole.get("status").text()).isEqualTo("FAILED");
    assertThat(whole.get("exit").get("code").number()).isEqualTo(3);
    assertThat(whole.get("reason").text()).isEqualTo("36 COMPLETED, 1 FAILED, 3 CANCELLED");
    shell.awaitSaid("sacct -X -n -P -o JobID,State -j " + array + " | grep -c COMPLETED", "36");
    shell.awaitSaid(
        "sacct -X -n -P -o JobID,State,ExitCode -j " + array + "_7", array + "_7|FAILED|3:0");
    assertThat(shell.said("squeue -h -j " + array)).isEmpty();
  }

  @Test
  void shouldEndAnArrayWithTheElementsThatRun() {
    String array = shell.said("sbatch --parsable -a 0-999999 -o /dev/null --wrap 'sleep 600'");
    shell.awaitSaid("squeue -h -t R -o %i -j " + array + " | wc -l", "6");
    assertThat(shell.bash("$PLIANT hold " + array + "_3").err()).contains("as a whole");
    shell.said("scancel " + array + "_2");
    shell.awaitSaid("sacct -X -n -P -o State -j " + array + "_2", "CANCELLED");
    shell.said("scancel " + array);
    awaitEnd(Long.parseLong(array));
    assertThat(cluster.statusOf(Long.parseLong(array))).isEqualTo("CANCELLED");
    assertThat(shell.said("squeue -h")).isEmpty();
    PliantCommand.Result waited =
        shell.bash("sbatch --wait -a 1-3 --wrap 'exit $SLURM_ARRAY_TASK_ID'");
    assertThat(waited.exit()).as(waited.err()).isEqualTo(3);
    assertThat(shell.bash("sbatch -a 1-2000000 --wrap true").err())
        .contains("Expected at most 1000000 elements in an array (limits.array)");
  }

  @Test
  void shouldSayWhatIsWrongWithAReservation() {
    assertThat(shell.bash("scontrol create reservation Nodes=n001 Duration=60 Licenses=x").err())
        .contains("ReservationName, StartTime")
        .contains("'Licenses=x'");
    shell.said(
        "scontrol create reservation ReservationName=paper Nodes=n001 StartTime=now+2hours Duration=60 Accounts=physics");
    assertThat(shell.said("scontrol -o show reservation paper")).contains("Accounts=physics");
    assertThat(shell.bash("sbatch -A biology --reservation=paper --wrap true").err())
        .contains("paper is for account physics, not for");
    shell.said(
        "scontrol update reservationname=paper Duration=90 Accounts=physics,biology Users=ada NodeCnt=2");
    assertThat(shell.said("scontrol -o show reservation paper"))
        .contains("Accounts=biology,physics", "Users=ada", "Duration=01:30:00", "NodeCnt=2");
    assertThat(shell.bash("scontrol update ReservationName=paper Users+=eve").err())
        .contains("write Users= with all");
    assertThat(shell.bash("scontrol update ReservationName=paper Flags=DAILY").err())
        .contains("make one for each window");
    assertThat(shell.bash("scontrol update ReservationName=paper Nodes=n009").err())
        .contains("has no node 'n009'");
    shell.said("scontrol delete ReservationName=paper");
    assertThat(shell.bash("scontrol create reservation Nodes=n009 Duration=60 Users=x").err())
        .contains("There is no node n009");
    assertThat(shell.bash("scontrol delete ReservationName=nothing").err())
        .contains("There is no reservation 'nothing'");
    assertThat(shell.bash("sbatch --reservation=nothing --wrap true").err())
        .contains("Requested reservation is invalid: partition main has no reservation 'nothing'");
  }

  private void awaitEnd(long job) {
    RunningCluster.await(
        "job %d to end".formatted(job),
        PATIENCE,
        () -> {
          Json details = cluster.get("/v1/jobs/" + job);
          return List.of("COMPLETED", "FAILED", "CANCELLED", "TIMEOUT")
              .contains(details.get("status").text());
        });
  }
}
