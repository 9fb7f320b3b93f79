package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Resources;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import io.pliant.runtime.confinement.CpuList;
import io.pliant.runtime.node.folder.SliceUse;
import io.pliant.runtime.node.folder.StepDraft;
import io.pliant.runtime.node.folder.StepFolder;
import io.pliant.runtime.node.folder.TaskCpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AgentRestartTest {
  private static final String UNTIL_GO = "echo $$ > pid; until [ -e go ]; do sleep 0.02; done; ";

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
  void shouldCollectExitCodeOfStepThatOutlivedTheAgent() throws IOException {
    // given
    StepId step = node.script(1, UNTIL_GO + "exit 9").launch();
    controller.started(step);
    node.stopRole();
    controller.forget();

    // when
    node.startRole();
    StepReport.Started again = controller.started(step);
    Files.createFile(node.work.resolve("go"));

    // then
    StepReport.Ended ended = controller.ended(step);
    assertThat(ended.taskExits()).containsExactly(new ExitStatus(9, 0));
    assertThat(ended.end()).isEqualTo(StepEnd.EXITED);
    assertThat(again.at()).isBefore(ended.at());
  }

  @Test
  void shouldKnowAllThatAStepHoldsAfterItsSupervisorHasTakenOver() throws IOException {
    // given
    Kinds two = Kinds.of("gpu:a100", 2);
    StepLaunch launch = node.script(1, UNTIL_GO).slice(1, 50).kinds(two).order();
    node.stopRole();
    controller.forget();
    StepFolder folder =
        new StepFolder(node.stepDir(launch.step()).resolveSibling("."), launch.step());
    StepDraft draft = new StepDraft(folder);
    draft.fill(launch, TaskCpus.all(CpuList.NONE), List.of(), false);
    draft.settle();

    // when
    node.startRole();
    controller.started(launch.step());

    // then
    assertThat(folder.state().slice())
        .isEqualTo(new SliceUse(new Resources(1, 50, two), CpuList.NONE));
    Files.createFile(node.work.resolve("go"));
    controller.ended(launch.step());
  }

  @Test
  void shouldReportStepThatEndedWhileNoAgentWasThere() throws IOException {
    // given
    StepId step = node.script(1, UNTIL_GO + "exit 6").launch();
    controller.started(step);
    long pid = node.number("pid");
    node.stopRole();
    Files.createFile(node.work.resolve("go"));
    TestNode.await(() -> !TestNode.alive(pid), "the script to end");

    // when
    node.startRole();

    // then
    assertThat(controller.ended(step).taskExits()).containsExactly(new ExitStatus(6, 0));
  }

  @Test
  void shouldTerminateAdoptedStep() {
    StepId step = node.script(1, UNTIL_GO).launch();
    controller.started(step);
    node.stopRole();
    controller.forget();
    node.startRole();

    controller.send(node.name(), new ControllerMessage.Terminate(step, 0, null));

    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TERMINATED);
  }

  @Test
  void shouldReportLostAndEndOrphansWhenSupervisorIsKilled() {
    // given
    StepId step = node.script(1, "setsid sh -c 'echo $$ > far; sleep 1000' & " + UNTIL_GO).launch();
    controller.started(step);
    long far = node.number("far");
    long script = node.number("pid");

    // when
    kill(node.supervisor(step));

    // then
    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.LOST);
    assertThat(TestNode.alive(far)).isFalse();
    assertThat(TestNode.alive(script)).isFalse();
  }

  @Test
  void shouldReportLostWhenSupervisorWasKilledWhileNoAgentWasThere() {
    // given
    StepId step = node.script(1, UNTIL_GO).launch();
    controller.started(step);
    long script = node.number("pid");
    long supervisor = node.supervisor(step);
    node.stopRole();
    kill(supervisor);

    // when
    node.startRole();

    // then
    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.LOST);
    assertThat(TestNode.alive(script)).isFalse();
  }

  @Test
  void shouldNotStartStepOfWhichOnlyTheFolderWasMade() throws IOException {
    // given
    node.stopRole();
    TestNode.Order order = node.script(1, "echo ran");
    Files.createDirectories(node.stepDir(order.step()));
    node.startRole();

    // when
    StepId step = order.launch();

    // then
    StepReport.Ended ended = controller.ended(step);
    assertThat(ended.end()).isEqualTo(StepEnd.LOST);
    assertThat(node.work.resolve("out")).doesNotExist();
  }

  /** An agent that is killed while it writes what it was ordered has not begun it. */
  @Test
  void shouldStartStepOfWhichOnlyADraftWasMade() throws IOException {
    // given
    node.stopRole();
    TestNode.Order order = node.script(1, "echo ran > it; exit 3");
    StepFolder folder =
        new StepFolder(node.stepDir(order.step()).resolveSibling("."), order.step());
    new StepDraft(folder)
        .fill(node.script(2, "exit 1").order(), TaskCpus.all(CpuList.NONE), List.of(), false);
    node.startRole();

    // when
    StepId step = order.launch();

    // then
    assertThat(controller.ended(step).taskExits()).containsExactly(new ExitStatus(3, 0));
    assertThat(node.work.resolve("it")).exists();
  }

  @Test
  void shouldDropDraftsOfAnAgentThatIsNoMore() throws IOException {
    // given
    node.stopRole();
    StepLaunch launch = node.script(1, "true").order();
    StepFolder folder =
        new StepFolder(node.stepDir(launch.step()).resolveSibling("."), launch.step());
    new StepDraft(folder).fill(launch, TaskCpus.all(CpuList.NONE), List.of(), false);

    // when
    node.startRole();

    // then
    Path steps = folder.dir().resolveSibling(".");
    TestNode.await(() -> Objects.requireNonNull(steps.toFile().list()).length == 0, "no drafts");
  }

  @Test
  void shouldGoOnWhenLauncherIsKilled() throws IOException {
    // given
    StepId first = node.script(1, UNTIL_GO + "exit 2").launch();
    controller.started(first);
    long launcher =
        ProcessHandle.current()
            .children()
            .filter(child -> child.info().command().orElse("").contains("perl"))
            .findFirst()
            .orElseThrow()
            .pid();

    // when
    kill(launcher);
    TestNode.await(() -> !TestNode.alive(launcher), "the launcher to end");
    Files.createFile(node.work.resolve("go"));

    // then
    assertThat(controller.ended(first).taskExits()).containsExactly(new ExitStatus(2, 0));
    StepId second = node.script(2, "exit 3").launch();
    assertThat(controller.ended(second).taskExits()).containsExactly(new ExitStatus(3, 0));
  }

  @Test
  void shouldSayGoodbyeWhenStopped() {
    controller.await(
        () ->
            !controller
                .commands(io.pliant.actors.protocol.NodeCommand.AgentConnected.class)
                .isEmpty(),
        "the agent");
    controller.launch(node.script(1, "true").order());
    controller.ended(node.script(1, "true").step());

    node.stopRole();

    controller.await(() -> !controller.messages(AgentMessage.Goodbye.class).isEmpty(), "a goodbye");
  }

  private static void kill(long pid) {
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
  }
}
