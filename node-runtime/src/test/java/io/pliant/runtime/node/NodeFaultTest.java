package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.StepId;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.Health;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the node is to blame for, and what the user is. */
class NodeFaultTest {
  private TestController controller;
  private TestNode node;
  private Path folder;

  @BeforeEach
  void start() {
    controller = TestController.start();
    node = TestNode.start(controller);
    folder = node.dir.resolve("state").resolve(node.name().value());
  }

  @AfterEach
  void stop() {
    node.close();
    controller.close();
  }

  @Test
  void shouldBlameTheNodeWhenItsFolderTakesNoStep() throws IOException {
    controller.ended(node.script(1, "true").launch());
    TestNode.await(() -> emptied(folder.resolve("steps")), "the step to be put away");
    Files.delete(folder.resolve("steps"));

    StepReport.Ended ended = controller.ended(node.script(2, "true").launch());
    assertThat(ended.end()).isEqualTo(StepEnd.NODE_FAULT);
    assertThat(ended.message()).contains("steps").contains("Maybe the disk is full");
  }

  @Test
  void shouldBlameTheUserForHisFolderAndHisProgram() {
    StepReport.Ended nowhere =
        controller.ended(node.script(1, "true").directory("/no/such/place").launch());
    assertThat(nowhere.end()).isEqualTo(StepEnd.LAUNCH_FAILED);
    StepReport.Ended program = controller.ended(node.tasks(2, 0, 1, "no-such-program").launch());
    assertThat(program.end()).isEqualTo(StepEnd.EXITED);
  }

  @Test
  void shouldSayThatItsFolderCannotBeWrittenUntilItCan() throws IOException {
    controller.await(() -> health() != null, "a first probe");
    assertThat(Objects.requireNonNull(health()).trouble()).isNull();

    Path inTheWay = folder.resolve("probe");
    Files.createDirectories(inTheWay.resolve("child"));
    Path steps = folder.resolve("steps");
    Path aside = folder.resolve("aside");
    Files.move(steps, aside);
    controller.ended(node.script(1, "true").launch()); // a fault, after which the node is probed
    controller.await(() -> trouble() != null, "a probe that fails");
    assertThat(trouble()).contains("probe").contains("Expected to write");

    Files.move(aside, steps);
    Files.delete(inTheWay.resolve("child"));
    Files.delete(inTheWay);
    controller.await(() -> trouble() == null, "a probe that passes");
  }

  @Test
  void shouldNotEndAStepForAnIncarnationBeforeTheOneThatLaunchedIt() {
    StepId step = node.script(1, "sleep 60").term(7).launch();
    controller.started(step);
    controller.send(node.name(), new ControllerMessage.Terminate(step, 0, 6L));
    controller.ended(node.script(2, "true").term(7).output("other").launch());
    assertThat(node.stepDir(step).resolve("terminate")).doesNotExist();

    controller.send(node.name(), new ControllerMessage.Terminate(step, 0, 8L));
    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TERMINATED);
  }

  private @Nullable Health health() {
    List<AgentMessage.Heartbeat> beats = controller.messages(AgentMessage.Heartbeat.class);
    return beats.isEmpty() ? null : beats.getLast().health();
  }

  private @Nullable String trouble() {
    Health health = health();
    return health == null ? null : health.trouble();
  }

  private static boolean emptied(Path dir) {
    try (var entries = Files.list(dir)) {
      return entries.findAny().isEmpty();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
