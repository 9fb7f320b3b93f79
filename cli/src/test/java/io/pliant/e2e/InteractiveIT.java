package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What people do by hand on a cluster: terminals of tasks, allocations, copies to all nodes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class InteractiveIT {

  private PliantCommand pliant;
  private SlurmShell shell;
  private Path work;

  @BeforeAll
  void startACluster(@TempDir Path folder) throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    pliant = PliantCommand.of(PliantCommand.root(), folder.resolve("cluster"), work);
    shell = new SlurmShell(pliant, work, PATIENCE);
    List<String> size = List.of("--controllers", "1", "--nodes", "2", "--cpus-per-node", "2");
    pliant.run(PliantCommand.UP, "up", size).expectSuccess();
  }

  @AfterAll
  void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  @Test
  void shouldAnswerInAFolderThatIsGone() {
    String gone = "mkdir gone; cd gone; rmdir ../gone; ";

    assertThat(shell.said(gone + "$PLIANT nodes")).contains("n[001-002]");
    for (String command : List.of("submit --wrap true", "up --dir new")) {
      PliantCommand.Result refused = shell.bash(gone + "$PLIANT " + command);
      assertThat(refused.exit()).isEqualTo(1);
      assertThat(refused.err()).contains("gone was deleted. Change to another one.");
    }
    assertThat(
            shell.said(
                gone + "mkdir $PWD; $PLIANT submit -o /dev/null --wrap true; cd ..; rm -r gone"))
        .startsWith("Submitted batch job ");
  }

  @Test
  void shouldGiveTheFirstTaskATerminalOfTheSizeOfThisOneAndLeaveThisOneAsItWas() {
    PliantCommand.Result result =
        shell.bash(
            """
            cat > session <<'EOF'
            stty rows 40 cols 100
            before=$(stty -g)
            srun -n2 --pty bash -c 'stty size; [ -t 0 ] && [ -t 1 ] && [ -t 2 ] && exit 3'
            code=$?
            [ "$(stty -g)" = "$before" ] && echo "as before"
            exit $code
            EOF
            script -qec 'bash session' /dev/null < /dev/null
            """);

    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(3);
    assertThat(result.out()).contains("40 100", "as before");
  }

  /** The driver is a terminal: it types, looks, changes its size, and sees what is left of it. */
  @Test
  void shouldBeATerminalAsThatOfSlurmIs() throws IOException {
    assumeThat(shell.bash("python3 -c 'import pty, termios'").exit()).as("python3").isZero();
    Path terminal = PliantCommand.root().resolve("examples/terminal");

    PliantCommand.Result result = shell.bash(terminal.resolve("drive.py") + " srun --pty");

    assertThat(result.out())
        .as(result.err())
        .isEqualTo(Files.readString(terminal.resolve("slurm-22.05.tsv")));
  }

  @Test
  void shouldLeaveTheTerminalAsItWasWhenASignalEndsIt() {
    PliantCommand.Result result =
        shell.bash(
            """
            cat > killed <<'EOF'
            before=$(stty -g)
            for signal in HUP TERM; do
              rm -f begun
              ( until [[ -e begun ]]; do sleep 0.1; done; kill -$signal "$(cat client)" ) &
              bash -c 'echo $$ > client; exec srun --pty sh -c "touch begun; sleep 60"'
              [[ $(stty -g) == "$before" ]] && echo "after $signal as before"
            done
            EOF
            script -qec 'bash killed' /dev/null < /dev/null
            """);

    assertThat(result.out())
        .as(result.err())
        .contains("after HUP as before", "after TERM as before")
        .containsPattern("srun: ending the step\r+\n");
  }

  /** What sattach and sstat see of a step, which feels nothing of them. */
  @Test
  void shouldShowARunningStepToThoseWhoLookAtIt() {
    PliantCommand.Result result =
        shell.bash(
            """
            cat > seen.sh <<'EOF'
            until [[ -e go ]]; do sleep 0.1; done
            echo "task $SLURM_PROCID"; echo "error $SLURM_PROCID" >&2
            exit $((SLURM_PROCID + 2))
            EOF
            srun -J seen -N2 -n2 bash seen.sh > of-srun 2>&1 &
            until job=$(squeue -h -t R -n seen -o %i) && [[ $job ]]; do sleep 0.5; done
            until sstat -n -P -o JobID,NTasks,MaxRSSTask -j $job > of-sstat 2> errors; do sleep 0.5; done
            cat of-sstat
            sattach --layout $job.0
            sattach -v -l $job.0 > labelled 2> failures &
            first=$!
            sattach -v --output-filter=1 --error-filter=0 $job.0 > filtered 2> left-out &
            second=$!
            timeout 1 sattach $job.0
            for view in failures left-out; do
              until grep -q '2 of 2 nodes reached' $view; do sleep 0.2; done
            done
            touch go
            wait $first; echo "code $?"
            sort labelled; grep '^[01]: error' failures | sort
            wait $second
            cat filtered; grep '^error' left-out
            sattach $job.0; echo "code $?"
            sstat -j $job
            """);

    assertThat(result.out())
        .as(result.err())
        .containsPattern("(?m)^[0-9]+\\.0\\|2\\|[01]$")
        .containsPattern(
            "\\t2 tasks, 2 nodes \\(n.*\\)\n\n\tNode 0 \\(n.*1\\), 1 task\\(s\\): 0 \n")
        .contains(
            "code 3\n0: task 0\n1: task 1\n0: error 0\n1: error 1\ntask 1\nerror 0\ncode 1\n");
    assertThat(result.err()).contains("sattach: error: ", "it is over", "no steps running for job");
  }

  @Test
  void shouldTakeItsInputAsTypedWhereThereIsNoTerminalHere() {
    PliantCommand.Result result = shell.bash("echo 'echo $((6 * 7)); exit 4' | srun --pty sh");

    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(4);
    assertThat(result.out()).contains("42\r\n");
  }

  @Test
  void shouldRefuseATerminalWhoseOutputGoesToAFileBeforeThereIsAJob() {
    PliantCommand.Result result = shell.bash("srun --pty -o file true");

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("Expected --pty without --output", "tee");
    assertThat(shell.bash("squeue -h -t all -n true").out()).isEmpty();
  }

  @Test
  void shouldHoldNodesWhileAProgramUsesThem() {
    PliantCommand.Result result =
        shell.bash(
            """
            salloc -N2 -n4 -J held bash -c '
              echo "$SLURM_JOB_NAME $SLURM_JOB_NUM_NODES $SLURM_NTASKS ${SLURM_PROCID-none}"
              srun --exact -l echo here | sort
              srun -N1 -n1 --pty tty
              exit 7'
            code=$?
            until [[ -z $(squeue -h -n held) ]]; do sleep 0.5; done
            exit $code
            """);

    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(7);
    assertThat(result.out())
        .contains("held 2 4 none", "0: here\n1: here\n2: here\n3: here", "/dev/pts/");
    assertThat(result.err()).contains("salloc: Granted job ", "salloc: Relinquishing job ");
  }

  @Test
  void shouldFreeTheNodesWhenTheOneWhoHoldsThemIsKilled() {
    PliantCommand.Result result =
        shell.bash(
            """
            salloc -J orphan bash -c 'echo $$ > holder; exec sleep 600' &
            until [[ -s holder ]]; do sleep 0.1; done
            kill -9 $!
            until [[ -z $(squeue -h -n orphan) ]]; do sleep 0.5; done
            kill "$(cat holder)"
            """);

    assertThat(result.exit()).as(result.out() + result.err()).isZero();
  }

  @Test
  void shouldTellAShellThatItsNodesAreGone() {
    PliantCommand.Result result =
        shell.bash("SHELL=/bin/bash salloc -J revoked < <(echo 'scancel $SLURM_JOB_ID'; sleep 60)");

    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(129);
    assertThat(result.err()).contains("its nodes are revoked");
  }

  @Test
  void shouldHoldNodesWithoutAProgramUntilTheJobIsCancelled() {
    PliantCommand.Result result =
        shell.bash(
            """
            salloc --no-shell --bell -N1 -J kept || exit 9
            id=$(squeue -h -n kept -t R -o %i)
            srun --jobid=$id -n1 echo inside
            scancel $id
            until [[ -z $(squeue -h -n kept) ]]; do sleep 0.5; done
            """);

    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    assertThat(result.out()).isEqualTo("inside\n");
    assertThat(result.err()).contains("salloc: Granted job ");
    assertThat(shell.bash("salloc --no-shell true").err()).contains("srun --jobid=JOB");
  }

  @Test
  void shouldSignalAProgramWhoseNodesAreRevoked() {
    PliantCommand.Result result =
        shell.bash(
            """
            salloc -KUSR1 -J signalled bash -c '
              trap "exit 5" USR1
              scancel $SLURM_JOB_ID
              while :; do sleep 0.1; done'
            """);

    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(5);
    assertThat(shell.bash("salloc --kill-command=NONSENSE true").err())
        .contains("Expected a signal such as TERM");
  }

  @Test
  void shouldRefuseOptionsOfTasksForAnAllocation() {
    PliantCommand.Result result = shell.bash("salloc --pty true");

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("salloc: error: ", "Give them to the srun within");
  }

  @Test
  void shouldCopyAFileToEachNodeOfAJobWholeOrNotAtAll() {
    PliantCommand.Result result =
        shell.bash(
            """
            head -c 3000000 /dev/urandom > data
            chmod 640 data
            salloc -N2 bash -c '
              sbcast -f data copies-$SLURM_JOB_ID; echo "first $?" # both nodes see one folder here
              srun -N1 -n1 bash -c "cmp data copies-$SLURM_JOB_ID && stat -c %a copies-$SLURM_JOB_ID"
              sbcast data copies-$SLURM_JOB_ID; echo "again $?"
              sbcast -f data copies-$SLURM_JOB_ID; echo "forced $?"
              ls copies*'
            sbcast data other; echo "outside $?"
            """);

    assertThat(result.out())
        .as(result.err())
        .contains("first 0", "640", "again 1", "forced 0", "outside 1")
        .doesNotContainPattern("copies-[0-9]+[.]");
    assertThat(result.err()).contains("--force replaces it", "within a job");
  }
}
