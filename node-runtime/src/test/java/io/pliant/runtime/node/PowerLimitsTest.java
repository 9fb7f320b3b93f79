package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepTerms;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import io.pliant.runtime.power.EmulatedProfile;
import io.pliant.runtime.power.PowerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node keeps the limits that it is told, with real processes, and lets them go in the end. */
class PowerLimitsTest {
  private static final NodeName NODE = new NodeName("n1");
  private static final ControllerMessage NONE = new ControllerMessage.LimitPower(0, List.of());

  private static final PowerSettings EMULATED =
      PowerSettings.none()
          .emulating(new EmulatedProfile(71, 200, new TreeMap<>()), 10)
          .capping(Path.of("/nowhere"));

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
  void shouldStopEveryProcessOfASuspendedJobAndLetItGoOn() throws IOException {
    StepId step =
        node.script(
                1,
                "sleep 300 & echo $! > child; until [ -e go ]; do sleep 0.02; done; kill $!; echo done")
            .launch();
    controller.started(step);
    long child = node.number("child");
    StepId other = node.script(2, "until [ -e go ]; do sleep 0.02; done").launch();
    controller.started(other);

    suspend(1);
    await(() -> state(child) == 'T', "a stopped child");
    await(
        () -> !states(step).isEmpty() && states(step).stream().allMatch(state -> state == 'T'),
        "a stopped tree");
    assertThat(states(other)).doesNotContain('T');

    // what must not happen while it stands still, would now
    Files.createFile(node.work.resolve("go"));
    controller.ended(other);
    assertThat(states(step)).isNotEmpty().containsOnly('T');

    controller.send(NODE, NONE);
    StepReport.Ended ended = controller.ended(step);
    assertThat(ended.end()).isEqualTo(StepEnd.EXITED);
    assertThat(node.output("out")).contains("done");
  }

  @Test
  void shouldStopAStepThatIsStartedLaterAndCancelItAllTheSame() {
    suspend(1);
    StepId step = node.script(1, "sleep 300").grace(30).launch();
    controller.started(step);
    await(
        () -> !states(step).isEmpty() && states(step).stream().allMatch(state -> state == 'T'),
        "a stopped tree");

    controller.send(NODE, new ControllerMessage.Terminate(step, 0, null));
    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TERMINATED);
  }

  @Test
  void shouldEndAStoppedStepAtItsTimeLimit() {
    StepId step = node.script(1, "sleep 300").timeLeft(Duration.ofSeconds(3)).launch();
    controller.started(step);
    suspend(1);
    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TIME_LIMIT);
  }

  @Test
  void shouldLetAJobGoOnThatNobodySuspendsAnyMoreAlsoAfterItsAgentWasReplaced() throws IOException {
    // given: an agent that goes while a job stands still, and one that is told nothing
    node.measure(EMULATED);
    StepId step = node.script(1, "until [ -e go ]; do sleep 0.02; done").launch();
    controller.started(step);
    suspend(1);
    await(() -> states(step).contains('T'), "a stopped tree");
    node.stopRole();
    controller.forget();
    node.startRole();

    // then
    awaitWatts(71);
    awaitWatts(200);
    Files.createFile(node.work.resolve("go"));
    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.EXITED);
  }

  @Test
  void shouldStandStillByItsTermsWithoutALeaseAndAfterItsAgentWasReplaced() throws IOException {
    // given a job that an operator suspends, whose limit would have passed meanwhile
    node.measure(EMULATED);
    StepId step =
        node.script(1, "until [ -e go ]; do sleep 0.02; done; echo done")
            .timeLeft(Duration.ofSeconds(6))
            .launch();
    controller.started(step);
    controller.send(NODE, new ControllerMessage.Ask(step, new StepTerms(1, null, 1L, true)));
    awaitStopped(step);
    awaitWatts(71);

    // when its agent is another one, and limits of power come and go
    node.stopRole();
    controller.forget();
    node.startRole();
    controller.await(
        () -> !controller.messages(AgentMessage.Power.class).isEmpty(), "the other agent");
    suspend(1);
    controller.send(NODE, NONE);
    Files.createFile(node.work.resolve("go"));
    awaitStopped(step);

    // then it goes on when it is told so, and keeps to the limit that it is told
    controller.send(NODE, new ControllerMessage.Ask(step, new StepTerms(2, 600_000L, 1L)));
    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.EXITED);
    assertThat(node.output("out")).contains("done");
  }

  @Test
  void shouldEndAStepThatStandsStillByItsTerms() {
    StepId step = node.script(1, "sleep 300").grace(30).launch();
    controller.started(step);
    controller.send(NODE, new ControllerMessage.Ask(step, new StepTerms(1, null, 1L, true)));
    awaitStopped(step);

    controller.send(NODE, new ControllerMessage.Terminate(step, 0, null));
    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TERMINATED);
  }

  private void awaitStopped(StepId step) {
    await(
        () -> !states(step).isEmpty() && states(step).stream().allMatch(state -> state == 'T'),
        "a stopped tree");
  }

  @Test
  void shouldCapAnEmulatedNodeAndCountAStoppedJobAsIdle() throws IOException {
    node.measure(EMULATED);
    StepId step = node.script(1, "until [ -e go ]; do sleep 0.02; done").launch();
    controller.started(step);
    awaitWatts(200);

    controller.send(NODE, new ControllerMessage.LimitPower(120, List.of()));
    awaitWatts(120);
    suspend(1);
    awaitWatts(71);
    controller.send(NODE, NONE);
    awaitWatts(200);
    Files.createFile(node.work.resolve("go"));
    controller.ended(step);
  }

  @Test
  void shouldWriteTheCapOfTheHostAndPutItBackWhenItEnds() throws IOException {
    Path zones = Files.createDirectory(node.dir.resolve("powercap"));
    Path zone = Files.createDirectory(zones.resolve("intel-rapl:0"));
    Files.writeString(zone.resolve("name"), "package-0\n");
    Path limit = Files.writeString(zone.resolve("constraint_0_power_limit_uw"), "150000000\n");
    node.measure(PowerSettings.none().capping(zones));

    controller.await(
        () -> {
          controller.send(NODE, new ControllerMessage.LimitPower(120, List.of()));
          return text(limit).equals("120000000");
        },
        "a cap");
    node.stopRole();
    assertThat(text(limit)).isEqualTo("150000000");
  }

  private void suspend(long job) {
    controller.send(NODE, new ControllerMessage.LimitPower(0, List.of(new JobId(job))));
  }

  private void awaitWatts(double watts) {
    controller.forget();
    controller.await(
        () ->
            controller.messages(AgentMessage.Power.class).stream()
                .map(AgentMessage.Power::report)
                .map(PowerReport::latest)
                .anyMatch(
                    latest -> latest != null && Math.abs(latest.watts() - watts) < 0.01 * watts),
        watts + " watts");
  }

  /** States of all processes below a step's supervisor but of the one that starts tasks. */
  private List<Character> states(StepId step) {
    return ProcessHandle.of(node.supervisor(step)).stream()
        .flatMap(ProcessHandle::descendants)
        .filter(process -> !isStarter(process.pid()))
        .map(process -> state(process.pid()))
        .filter(state -> state != 'Z')
        .toList();
  }

  private static boolean isStarter(long pid) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), "comm"))
          .equals("pliant-start\n");
    } catch (IOException e) {
      return false; // it has ended
    }
  }

  /** As the kernel has it; Z for a process that has ended. */
  private static char state(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return 'Z';
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(BooleanSupplier condition, String what) {
    TestNode.await(condition, what);
  }
}
