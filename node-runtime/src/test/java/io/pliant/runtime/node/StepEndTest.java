package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.StepId;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StepEndTest {
  private TestController controller;
  private TestNode node;

  @BeforeEach
  void start() {
    controller = TestController.start();
    node = TestNode.start(controller);
  }

  @AfterEach
  void stop() {
    node.close();
    controller.close();
  }

  @Test
  void shouldKillAfterGraceWhenScriptIgnoresTermAtTimeLimit() {
    // given
    Instant deadline = Instant.now().plusMillis(700);

    // when
    StepId step =
        node.script(1, "trap '' TERM; while :; do sleep 100; done")
            .timeLeft(Duration.ofMillis(700))
            .grace(1)
            .launch();

    // then
    StepReport.Ended ended = controller.ended(step);
    assertThat(ended.end()).isEqualTo(StepEnd.TIME_LIMIT);
    assertThat(ended.taskExits()).containsExactly(new ExitStatus(0, 9));
    assertThat(Duration.between(deadline, ended.at())).isGreaterThan(Duration.ofMillis(900));
    assertThat(node.output("out"))
        .contains("*** JOB 1 ON n1 CANCELLED AT")
        .contains("DUE TO TIME LIMIT ***");
  }

  @Test
  void shouldLetScriptCleanUpWhenTimeLimitPasses() {
    StepId step =
        node.script(1, "trap 'echo bye; exit 3' TERM; sleep 100 & wait")
            .timeLeft(Duration.ofSeconds(3))
            .launch();

    StepReport.Ended ended = controller.ended(step);
    assertThat(ended.end()).isEqualTo(StepEnd.TIME_LIMIT);
    assertThat(ended.taskExits()).containsExactly(new ExitStatus(3, 0));
    assertThat(node.output("out")).contains("bye");
  }

  @Test
  void shouldNotStartWhenTimeLimitHasPassed() {
    StepId step = node.script(1, "echo ran").deadline(Instant.now().minusSeconds(1)).launch();

    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TIME_LIMIT);
    assertThat(node.work.resolve("out")).doesNotExist();
  }

  @Test
  void shouldEndDaemonsThatDetachedThemselvesWhenScriptEnds() {
    // when
    StepId step =
        node.script(
                1,
                """
                (setsid sh -c '(sleep 1000 & echo $! > daemon); exit' &)
                until [ -s daemon ]; do sleep 0.01; done
                exit 4
                """)
            .launch();

    // then
    assertThat(controller.ended(step).taskExits()).containsExactly(new ExitStatus(4, 0));
    assertThat(TestNode.alive(node.number("daemon"))).isFalse();
  }

  @Test
  void shouldEndWholeTreeWhenTerminated() {
    // given
    StepId step =
        node.script(
                1,
                "setsid sh -c 'trap \"\" TERM; echo $$ > stubborn; while :; do sleep 1; done' &"
                    + " wait")
            .grace(1)
            .launch();
    long stubborn = node.number("stubborn");

    // when
    controller.send(node.name(), new ControllerMessage.Terminate(step, 0, null));

    // then
    StepReport.Ended ended = controller.ended(step);
    assertThat(ended.end()).isEqualTo(StepEnd.TERMINATED);
    assertThat(ended.taskExits()).containsExactly(new ExitStatus(0, 15));
    assertThat(TestNode.alive(stubborn)).isFalse();
    assertThat(node.output("out")).contains("*** JOB 1 ON n1 CANCELLED AT");
  }

  /**
   * The first task stops the supervisor amid its forks, so that the order to end comes before all
   * tasks run.
   */
  @Test
  void shouldSayWhyWhenTerminatedBeforeAllTasksRun() throws Exception {
    // given
    StepId step =
        node.tasks(
                1,
                0,
                64,
                "sh",
                "-c",
                "[ $SLURM_PROCID != 0 ] || { kill -STOP $PPID; echo $PPID > supervisor; };"
                    + " exec sleep 1000")
            .launch();
    long supervisor = node.number("supervisor");

    // when
    controller.send(node.name(), new ControllerMessage.Terminate(step, 0, null));
    TestNode.await(() -> Files.exists(node.stepDir(step).resolve("terminate")), "the order to end");
    assertThat(new ProcessBuilder("kill", "-CONT", Long.toString(supervisor)).start().waitFor())
        .isZero();

    // then
    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TERMINATED);
    assertThat(node.output("out")).contains("*** STEP 1.0 ON n1 CANCELLED AT");
  }

  @Test
  void shouldPassSignalToScriptAlone() {
    // given
    StepId step =
        node.script(
                1,
                "trap 'echo got usr1 > seen; kill $child; exit 5' USR1; sleep 1000 & child=$!; echo"
                    + " $child > ready; wait")
            .launch();
    node.number("ready");

    // when
    controller.send(node.name(), new ControllerMessage.Terminate(step, 10, null));

    // then
    assertThat(controller.ended(step).taskExits()).containsExactly(new ExitStatus(5, 0));
    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.EXITED);
    assertThat(node.output("seen")).isEqualTo("got usr1\n");
  }

  @Test
  void shouldPassSignalToProcessGroupsOfAllTasks() {
    // given
    StepId step =
        node.tasks(1, 0, 2, "sh", "-c", "echo $$ > ready$SLURM_PROCID; sleep 1000; :").launch();
    node.number("ready0");
    node.number("ready1");

    // when
    controller.send(node.name(), new ControllerMessage.Terminate(step, 12, null));

    // then
    assertThat(controller.ended(step).taskExits())
        .containsExactly(new ExitStatus(0, 12), new ExitStatus(0, 12));
  }

  @Test
  void shouldStopForkBombWhenTerminated() {
    // given
    StepId step =
        node.script(
                1,
                """
                echo $$ > ready
                export DEPTH=0
                cat > grow <<'END'
                trap '' TERM
                n=0
                while [ $n -lt 40 ]; do sh -c 'trap "" TERM; sleep 0.05; sleep 1000' & n=$((n+1)); done
                wait
                END
                setsid sh grow & setsid sh grow & wait
                """)
            .grace(0)
            .launch();
    node.number("ready");

    // when
    controller.send(node.name(), new ControllerMessage.Terminate(step, 0, null));

    // then
    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TERMINATED);
  }
}
