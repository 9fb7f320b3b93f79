package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.StepId;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing that a user's files or processes do keeps a supervisor from ending his step. */
class StuckFilesTest {
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
  void shouldEndStepWhoseErrorFileIsAFullPipeThatNobodyReads() throws Exception {
    // given: both ends are held open by somebody who does not read, and the pipe is full
    Path pipe = pipe();
    Process holder = holdFull(pipe);
    try {
      controller.confirming(false);
      StepId step =
          node.script(1, "trap '' TERM; echo $$ > pid; while :; do sleep 1; done")
              .files(errorTo(pipe))
              .grace(0)
              .launch();
      long pid = node.number("pid");

      // when
      controller.send(node.name(), new ControllerMessage.Terminate(step, 0, null));

      // then
      assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TERMINATED);
      assertThat(TestNode.alive(pid)).isFalse();
      // the end is told first: a messenger that cannot speak is counted after it
      TestNode.await(() -> state(step).contains("\nunsaid 1\n"), "the messenger to be given up");
    } finally {
      holder.destroyForcibly();
    }
  }

  @Test
  void shouldKeepTimeLimitOfTasksWhoseErrorFileIsAFullPipe() throws Exception {
    Path pipe = pipe();
    Process holder = holdFull(pipe);
    try {
      StepId step =
          node.tasks(1, 0, 3, "sleep", "1000")
              .files(errorTo(pipe))
              .timeLeft(Duration.ofMillis(500))
              .grace(0)
              .launch();

      assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TIME_LIMIT);
    } finally {
      holder.destroyForcibly();
    }
  }

  @Test
  void shouldEndStepThatStopsItself() {
    StepId step =
        node.script(1, "setsid sh -c 'echo $$ > far; kill -STOP $$' & echo $$ > pid; kill -STOP $$")
            .grace(1)
            .launch();
    long far = node.number("far");
    long pid = node.number("pid");

    controller.send(node.name(), new ControllerMessage.Terminate(step, 0, null));

    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TERMINATED);
    assertThat(TestNode.alive(pid)).isFalse();
    assertThat(TestNode.alive(far)).isFalse();
  }

  @Test
  void shouldEndStepThatForksInSessionsOfTheirOwnWithoutEnd() {
    StepId step =
        node.script(
                1,
                """
                trap '' TERM
                cat > again <<'END'
                trap '' TERM
                echo x >> born
                setsid sh again & exit
                END
                for i in 1 2 3 4; do setsid sh again & done
                echo $$ > ready; wait; while :; do sleep 1; done
                """)
            .grace(0)
            .launch();
    node.number("ready");

    controller.send(node.name(), new ControllerMessage.Terminate(step, 0, null));

    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TERMINATED);
    assertThat(processesIn(node.work)).isEmpty();
  }

  @Test
  void shouldStartNoTaskWhenTheFileOfOneCanNotBeOpened() throws IOException {
    Files.createDirectory(node.work.resolve("out1"));

    StepReport.Ended ended =
        controller.ended(
            node.tasks(1, 0, 2, "sh", "-c", "echo ran > ran$SLURM_PROCID")
                .output("out%t")
                .launch());

    assertThat(ended.end()).isEqualTo(StepEnd.LAUNCH_FAILED);
    assertThat(ended.message()).contains("out1").contains("Is a directory");
    assertThat(ended.taskExits()).isEmpty();
    assertThat(node.work.resolve("ran0")).doesNotExist();
  }

  private static List<String> processesIn(Path folder) {
    return ProcessHandle.allProcesses()
        .filter(process -> {
          try {
            return Files.readSymbolicLink(Path.of("/proc", process.pid() + "", "cwd"))
                .equals(folder);
          } catch (IOException e) {
            return false; // it has ended
          }
        })
        .map(process -> process.info().commandLine().orElse("?"))
        .toList();
  }

  private StreamFiles errorTo(Path pipe) {
    return new StreamFiles(node.work.resolve("out").toString(), pipe.toString(), null, false);
  }

  private String state(StepId step) {
    try {
      return Files.readString(node.stepDir(step).resolve("state"));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Path pipe() throws Exception {
    Path pipe = node.work.resolve("pipe");
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
    assertThat(made.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return pipe;
  }

  /** Fills the pipe and keeps it so. */
  private Process holdFull(Path pipe) throws IOException {
    String program =
        "use Fcntl; sysopen my $p, $ARGV[0], O_RDWR | O_NONBLOCK; 1 while syswrite $p, 'x' x 512;"
            + " 1 while syswrite $p, 'x'; open my $f, '>', \"$ARGV[0].full\"; close $f; sleep 600";
    Process holder = new ProcessBuilder("perl", "-e", program, pipe.toString()).start();
    TestNode.await(() -> Files.exists(node.work.resolve("pipe.full")), "a full pipe");
    return holder;
  }
}
