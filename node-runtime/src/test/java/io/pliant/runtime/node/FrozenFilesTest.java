package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.StepId;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.step.StepEnd;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file system that hangs, as NFS does without its server: whoever writes there sleeps in the
 * kernel, deaf to SIGKILL. What can be ended is ended in time, and the node's other jobs go on.
 */
class FrozenFilesTest {
  @TempDir Path disk;
  private TestController controller;
  private TestNode node;
  private TestMount mount;
  private Path home;

  @BeforeEach
  void start() {
    home = disk.resolve("home");
    mount = TestMount.ofFile(home, disk.resolve("image"));
    controller = TestController.start();
    node = TestNode.start(controller);
  }

  @AfterEach
  void stop() {
    if (mount != null) {
      mount.thaw();
      if (node != null) {
        node.close();
        controller.close();
      }
      mount.close();
    }
  }

  @Test
  void shouldEndStepsWhoseFilesAreOnIt() throws IOException {
    // given
    StepId cancelled =
        there(node.script(1, "echo $$ > '%s'; cd /; sleep 1000".formatted(pid(1)))).launch();
    StepId limited =
        there(node.tasks(2, 0, 2, "sh", "-c", "echo $$ > '%s'; sleep 1000".formatted(pid(2))))
            .timeLeft(Duration.ofSeconds(3))
            .launch();
    node.number("pid1");
    node.number("pid2");

    // when
    mount.freeze();
    controller.send(node.name(), new ControllerMessage.Terminate(cancelled, 0, null));

    // then
    assertThat(controller.ended(cancelled).end()).isEqualTo(StepEnd.TERMINATED);
    assertThat(controller.ended(limited).end()).isEqualTo(StepEnd.TIME_LIMIT);
    assertThat(TestNode.alive(node.number("pid1"))).isFalse();
  }

  @Test
  void shouldGoOnWithTheOtherJobsWhileTasksCannotBeEnded() throws IOException {
    // given: one sleeps in the kernel, beside one of the same step that does not
    StepId stuck =
        there(
                node.tasks(
                    1,
                    0,
                    2,
                    "sh",
                    "-c",
                    "echo $$ > '%s'/pid1.$SLURM_PROCID; until [ -e '%s' ]; do sleep 0.05; done; [ $SLURM_PROCID = 0 ] && echo x > there; sleep 1000"
                        .formatted(node.work, node.work.resolve("go"))))
            .launch();
    node.number("pid1.0");
    node.number("pid1.1");
    mount.freeze();
    Files.createFile(node.work.resolve("go"));
    long first = node.number("pid1.0");
    TestNode.await(() -> sleepsInTheKernel(first), "the task to be stuck");

    // when
    controller.send(node.name(), new ControllerMessage.Terminate(stuck, 0, null));

    // then
    long second = node.number("pid1.1");
    TestNode.await(() -> !TestNode.alive(second), "the task that can be ended");
    for (int job = 3; job < 6; job++) {
      assertThat(controller.ended(node.script(job, "exit 0").output("o" + job).launch()).end())
          .isEqualTo(StepEnd.EXITED);
    }
    StepId begun = there(node.script(2, "echo $$ > '%s'".formatted(pid(2)))).launch();
    TestNode.await(
        () -> starters().anyMatch(each -> sleepsInTheKernel(each.pid())), "the second to be stuck");
    controller.send(node.name(), new ControllerMessage.Terminate(begun, 0, null));
    TestNode.await(
        () -> starters().anyMatch(each -> sleepsInTheKernel(each.pid()) && isSignalled(each.pid())),
        "its end to be on the way");
    assertThat(controller.reports())
        .as("what holds its slice is not said to be over")
        .noneMatch(report -> report.step().equals(stuck) && isEnd(report));

    mount.thaw();
    assertThat(controller.ended(stuck).end()).isEqualTo(StepEnd.TERMINATED);
    assertThat(controller.ended(begun).end()).isEqualTo(StepEnd.TERMINATED);
    assertThat(TestNode.alive(first)).isFalse();
    assertThat(pid(2)).doesNotExist();
  }

  private static boolean isEnd(io.pliant.core.step.StepReport report) {
    return report instanceof io.pliant.core.step.StepReport.Ended;
  }

  /** Who may start the second job's task. */
  private static Stream<ProcessHandle> starters() {
    return ProcessHandle.current()
        .descendants()
        .filter(process ->
            isCalled("pliant-start", process) || isCalled("pliant-step 2-1-batch on n1", process));
  }

  private static boolean isCalled(String name, ProcessHandle process) {
    try {
      Path line = Path.of("/proc", Long.toString(process.pid()), "cmdline");
      return Files.readString(line, StandardCharsets.ISO_8859_1).startsWith(name);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean sleepsInTheKernel(long pid) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), "stat")).contains(") D ");
    } catch (IOException e) {
      return false;
    }
  }

  /** A signal waits for the process to come back from the kernel. */
  private static boolean isSignalled(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
          .anyMatch(line -> line.matches("S..Pnd:.*[1-9a-f].*"));
    } catch (IOException e) {
      return false;
    }
  }

  private Path pid(int job) {
    return node.work.resolve("pid" + job);
  }

  private TestNode.Order there(TestNode.Order order) {
    return order
        .directory(home.toString())
        .files(
            new StreamFiles(home.resolve("out" + order.step().job()).toString(), null, null, false))
        .grace(0);
  }
}
