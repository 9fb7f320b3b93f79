package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.ClusterEpoch;
import io.pliant.core.id.StepId;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FencingTest {
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
  void shouldStartOnceWhenOrderComesAgain() {
    // given
    TestNode.Order order = node.script(1, "echo ran >> runs");
    order.launch();
    order.launch();
    controller.ended(order.step());
    TestNode.await(() -> !Files.exists(node.stepDir(order.step())), "the step to be forgotten");
    controller.forget();

    // when
    reconnect();
    order.launch();

    // then
    assertThat(controller.ended(order.step()).end()).isEqualTo(StepEnd.LOST);
    assertThat(node.output("runs")).isEqualTo("ran\n");
  }

  @Test
  void shouldStartOnceWhenOrderComesAgainAfterRestart() {
    TestNode.Order order = node.script(1, "echo ran >> runs");
    order.launch();
    controller.ended(order.step());
    TestNode.await(() -> !Files.exists(node.stepDir(order.step())), "the step to be forgotten");
    reconnect();

    order.launch();

    assertThat(controller.ended(order.step()).end()).isEqualTo(StepEnd.LOST);
    assertThat(node.output("runs")).isEqualTo("ran\n");
  }

  @Test
  void shouldRefuseOrderOfOutlivedTermEvenAfterRestart() {
    // given
    controller.ended(node.script(1, "true").term(7).launch());
    reconnect();

    // when
    StepId step = node.script(2, "echo ran").term(6).output("never").launch();

    // then
    controller.await(
        () -> !controller.messages(AgentMessage.LaunchRefused.class).isEmpty(), "a refusal");
    assertThat(controller.messages(AgentMessage.LaunchRefused.class))
        .containsExactly(new AgentMessage.LaunchRefused(step, 6, 7));
    assertThat(node.work.resolve("never")).doesNotExist();
  }

  @Test
  void shouldNeverStartStepThatWasTerminatedBeforeItsOrderCame() {
    // given
    TestNode.Order order = node.script(1, "echo ran").output("never");
    controller.send(node.name(), new ControllerMessage.Terminate(order.step(), 0, null));
    StepReport.Ended given = controller.ended(order.step());
    reconnect();

    // when
    order.launch();

    // then
    assertThat(given.end()).isEqualTo(StepEnd.LOST);
    assertThat(given.message()).contains("never started");
    assertThat(controller.ended(order.step()).end()).isEqualTo(StepEnd.LOST);
    assertThat(node.work.resolve("never")).doesNotExist();
  }

  @Test
  void shouldRepeatReportsUntilTheyAreConfirmed() {
    // given
    controller.confirming(false);
    StepId step = node.script(1, "exit 1").launch();
    StepReport.Ended ended = controller.ended(step);

    // when
    controller.await(
        () -> controller.reports().stream().filter(ended::equals).count() >= 3, "repeats");
    controller.send(node.name(), new ControllerMessage.Confirm(step, true));

    // then
    TestNode.await(() -> !Files.exists(node.stepDir(step)), "the folder to be gone");
  }

  @Test
  void shouldRefuseOrderForAnotherNode() {
    TestNode.Order order = node.script(1, "true");
    io.pliant.core.launch.StepLaunch launch = order.order();
    controller.send(
        node.name(),
        new ControllerMessage.Launch(
            new io.pliant.core.launch.StepLaunch(
                launch.step(),
                launch.jobName(),
                new io.pliant.core.id.NodeName("other"),
                launch.partition(),
                1,
                launch.user(),
                launch.script(),
                launch.command(),
                0,
                1,
                1,
                0,
                launch.environment(),
                launch.workingDirectory(),
                launch.files(),
                null,
                null,
                1,
                1,
                0,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null)));

    assertThat(controller.ended(order.step()).message()).contains("node n1").contains("node other");
  }

  @Test
  void shouldTakeLowerTermOfPartitionWhenEpochIsNewerAndRefuseEarlierOne() {
    // given
    long earlier = ClusterEpoch.firstTerm(100);
    controller.epoch(100);
    controller.ended(node.script(1, "true").term(earlier + 7).launch());

    // when
    controller.epoch(200);
    reconnect();
    StepId again = node.script(1, "true").term(ClusterEpoch.firstTerm(200)).launch();

    // then
    assertThat(controller.ended(again).end()).isEqualTo(StepEnd.EXITED);
    StepId late = node.script(2, "true").term(earlier + 8).launch();
    controller.await(
        () -> !controller.messages(AgentMessage.LaunchRefused.class).isEmpty(), "a refusal");
    assertThat(controller.messages(AgentMessage.LaunchRefused.class))
        .containsExactly(
            new AgentMessage.LaunchRefused(late, earlier + 8, ClusterEpoch.firstTerm(200)));
  }

  @Test
  void shouldNotObeyControllerOfEarlierEpoch() {
    // given
    controller.epoch(200);
    controller.ended(node.script(1, "true").term(ClusterEpoch.firstTerm(200)).launch());

    // when
    controller.epoch(100);
    reconnect();

    // then
    controller.await(() -> !controller.messages(AgentMessage.Goodbye.class).isEmpty(), "a goodbye");
    assertThat(controller.messages(AgentMessage.Goodbye.class).getFirst().reason())
        .contains("epoch 200")
        .contains("'pliant journal renew'");
  }

  @Test
  void shouldEndStepOfForgottenGrantBeforeStartingTheOneOfTheSameNumber() {
    // given
    long term = ClusterEpoch.firstTerm(2);
    TestNode.Order first =
        node.script(1, "echo first >> runs; echo 1 > begun; sleep 600").term(term).granted(1_000);
    controller.started(first.launch());
    node.number("begun");
    StepId step = first.step();

    // when
    TestNode.Order second = node.script(1, "echo second >> runs").term(term).granted(2_000);
    second.launch();
    TestNode.await(
        () -> {
          second.launch();
          return controller.messages(AgentMessage.Report.class).stream()
              .anyMatch(r ->
                  r.report() instanceof StepReport.Ended
                      && Long.valueOf(2_000).equals(r.granted()));
        },
        "the second to end");

    // then
    assertThat(controller.messages(AgentMessage.LaunchDeferred.class))
        .extracting(AgentMessage.LaunchDeferred::step)
        .contains(step);
    assertThat(node.output("runs")).isEqualTo("first\nsecond\n");
  }

  @Test
  void shouldReportStepThatIsAskedForAndNeverStartOneThatIsNotThere() {
    StepId running = node.script(1, "sleep 600").launch();
    controller.started(running);
    StepId unknown = node.script(2, "echo ran").output("never").step();
    controller.forget();
    reconnect();

    controller.send(node.name(), new ControllerMessage.Ask(running));
    controller.send(node.name(), new ControllerMessage.Ask(unknown));

    assertThat(controller.ended(unknown).end()).isEqualTo(StepEnd.LOST);
    controller.started(running);
    assertThat(node.work.resolve("never")).doesNotExist();
    controller.send(node.name(), new ControllerMessage.Terminate(running, 0, null));
    controller.ended(running);
  }

  private void reconnect() {
    node.stopRole();
    controller.forget();
    node.startRole();
  }
}
