package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.StepId;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Supervisors that serve one plain step after another. */
class SupervisorPoolTest {
  private static final String PARENT = "ps -o ppid= -p $$ | tr -d ' ' > parent";

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
  void shouldServeOnePlainStepAfterAnotherAndForgetTheOneBefore() {
    StepReport.Ended first =
        run(
            node.script(
                    1, PARENT + "; head -c 60000000 /dev/zero | tail -c 50000000 | wc -c; exit 3")
                .variable("SECRET", "one")
                .timeLeft(Duration.ofHours(1)));
    long supervisor = node.number("parent");
    StepReport.Ended second = run(node.script(2, PARENT + "; echo ${SECRET-none}"));

    assertThat(node.number("parent")).isEqualTo(supervisor);
    assertThat(first.taskExits()).containsExactly(new ExitStatus(3, 0));
    assertThat(second.taskExits()).containsExactly(new ExitStatus(0, 0));
    assertThat(node.output("out")).endsWith("none\n");
    assertThat(peak(first)).isGreaterThan(40_000_000);
    assertThat(peak(second)).isLessThan(peak(first) / 2);
  }

  @Test
  void shouldLeaveNoWayToTheLauncherInTheTask() {
    run(node.script(1, "exit 0"));
    run(node.script(2, "ls -l /proc/$$/fd > open"));

    assertThat(node.output("open")).contains("slurm_script").doesNotContain("socket:", "pipe:");
  }

  @Test
  void shouldServeNothingFurtherAfterAStepThatWasEnded() {
    StepId step = node.script(1, PARENT + "; sleep 600").launch();
    long supervisor = node.number("parent");
    controller.send(node.name(), new ControllerMessage.Terminate(step, 0, null));
    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TERMINATED);
    TestNode.await(() -> !TestNode.alive(supervisor), "the end of the supervisor");

    run(node.script(2, PARENT));

    assertThat(node.number("parent")).isNotEqualTo(supervisor);
  }

  @Test
  void shouldServeManyAtOnceThoughFewTakePart() {
    Set<StepId> steps = new HashSet<>();
    for (int job = 1; job <= 80; job++) {
      steps.add(
          node.script(job, "echo $SLURM_JOB_ID; sleep 0.5")
              .variable("SLURM_JOB_ID", "" + job)
              .output("out-" + job)
              .slice(0, 12) // a shell and its child peak at 0.9 MB where memory is confined
              .launch());
    }
    for (StepId step : steps) {
      StepReport.Ended ended = controller.ended(step);
      assertThat(ended.taskExits()).as("%s", ended).containsExactly(new ExitStatus(0, 0));
    }
    for (int job = 1; job <= 80; job++) {
      assertThat(node.output("out-" + job)).isEqualTo(job + "\n");
    }
  }

  @Test
  void shouldLoseTheStepItServesAndNoOtherWhenItIsKilled() {
    StepReport.Ended first = run(node.script(1, PARENT));
    long supervisor = node.number("parent");
    StepId second = node.script(2, "echo $$ > task; sleep 600").launch();
    long task = node.number("task");
    assertThat(node.supervisor(second)).isEqualTo(supervisor);

    ProcessHandle.of(supervisor).orElseThrow().destroyForcibly();

    assertThat(controller.ended(second).end()).isEqualTo(StepEnd.LOST);
    assertThat(first.end()).isEqualTo(StepEnd.EXITED);
    TestNode.await(() -> !TestNode.alive(task), "the end of its task");
  }

  @Test
  void shouldEndWithTheLauncherWhenItHasNothingToDo() {
    run(node.script(1, PARENT));
    long supervisor = node.number("parent");
    assertThat(TestNode.alive(supervisor)).isTrue();

    node.stopRole();

    TestNode.await(() -> !TestNode.alive(supervisor), "the end of the supervisor");
  }

  private StepReport.Ended run(TestNode.Order order) {
    return controller.ended(order.launch());
  }

  private static long peak(StepReport.Ended ended) {
    return Objects.requireNonNull(Objects.requireNonNull(ended.usage()).peakMemoryBytes());
  }
}
