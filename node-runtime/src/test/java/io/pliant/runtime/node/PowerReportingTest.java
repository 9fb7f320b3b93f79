package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.energy.StepRun;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.runtime.power.EmulatedProfile;
import io.pliant.runtime.power.PowerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The agent tells what emulated meters count, by what runs on their nodes. */
class PowerReportingTest {
  private static final PowerSettings EMULATED =
      PowerSettings.none()
          .emulating(new EmulatedProfile(71, 200, new TreeMap<>(Map.of("test", 170.0))), 10);
  private static final NodeName FIRST = new NodeName("n1");
  private static final NodeName SECOND = new NodeName("n2");

  private TestController controller;
  private TestNode node;

  @BeforeEach
  void start() {
    controller = TestController.start();
    node = TestNode.start(controller, 2);
    node.measure(EMULATED);
  }

  @AfterEach
  void stop() {
    node.close();
    controller.close();
  }

  @Test
  void shouldTellWhatTheJobDrawsAlsoAfterTheAgentWasReplaced() throws IOException {
    // given
    awaitWatts(FIRST, 71);
    awaitWatts(SECOND, 71);
    StepId step = node.script(1, "until [ -e go ]; do sleep 0.05; done").launch();
    long started = micros(controller.started(step).at());

    // then
    awaitWatts(FIRST, 170);
    awaitWatts(SECOND, 71);
    assertThat(reports(FIRST))
        .allSatisfy(report -> {
          assertThat(report.method()).isEqualTo("emulated");
          assertThat(report.spans()).allMatch(EnergySpan::estimated);
        });

    // when: another agent takes over, which was not given the order
    node.stopRole();
    controller.forget();
    node.startRole();
    awaitWatts(FIRST, 170);
    Files.createFile(node.work.resolve("go"));
    controller.ended(step);
    awaitWatts(FIRST, 71);

    // and: it tells when the step ran, also before its time
    controller.await(
        () -> runs().stream().anyMatch(run -> run.from() == started && run.to() == null),
        "the step to be told while it runs");
    controller.await(
        () -> runs().stream().anyMatch(run -> run.from() == started && run.to() != null),
        "the end of the step to be told");
    assertThat(runs())
        .allSatisfy(run -> {
          assertThat(run.step()).isEqualTo(step);
          assertThat(run.tasks()).isEqualTo(1);
        });
  }

  /** What reports say of steps since another agent was started. */
  private List<StepRun> runs() {
    return reports(FIRST).stream()
        .map(PowerReport::runs)
        .filter(Objects::nonNull)
        .flatMap(List::stream)
        .toList();
  }

  private static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  @Test
  void shouldRepeatSpansUntilTheyAreCounted() {
    // given
    controller.await(
        () -> reports(FIRST).stream().anyMatch(report -> report.spans().size() == 3), "3 spans");
    List<EnergySpan> spans =
        reports(FIRST).stream()
            .filter(report -> report.spans().size() == 3)
            .findFirst()
            .orElseThrow()
            .spans();
    assertThat(spans).isSortedAccordingTo((a, b) -> Long.compare(a.from(), b.from()));

    // when
    controller.send(FIRST, new ControllerMessage.PowerCounted(spans.get(1).to()));

    // then
    controller.await(
        () ->
            reports(FIRST).stream()
                .anyMatch(report ->
                    !report.spans().isEmpty() && report.spans().getFirst().equals(spans.get(2))),
        "a report that begins with the third span");
  }

  @Test
  void shouldNameItsSensorsInTheHello() {
    controller.await(
        () ->
            controller.commands(NodeCommand.AgentConnected.class).stream()
                .anyMatch(c -> c.hello().description().sensors().equals(List.of("emulated"))),
        "a hello with sensors");
  }

  private void awaitWatts(NodeName name, long watts) {
    controller.await(
        () ->
            reports(name).stream()
                .map(PowerReport::latest)
                .anyMatch(
                    latest -> latest != null && Math.abs(latest.watts() - watts) < 0.01 * watts),
        watts + " watts of " + name);
  }

  private List<PowerReport> reports(NodeName name) {
    return controller.messages(AgentMessage.Power.class).stream()
        .map(AgentMessage.Power::report)
        .filter(report -> name.equals(report.node()))
        .toList();
  }
}
