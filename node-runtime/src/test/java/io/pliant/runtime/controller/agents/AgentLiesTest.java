package io.pliant.runtime.controller.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.adaptation.TaskStanding;
import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import io.pliant.runtime.node.TestController;
import io.pliant.runtime.node.TestTls;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Agents that say what is not so: nobody hears it, and their connection ends. */
class AgentLiesTest {
  private static final NodeName OTHER = new NodeName("n2");
  private static final StepId STEP = StepId.batch(new JobId(7), 1);

  private TestController controller;

  @BeforeEach
  void start() {
    controller = TestController.start(TestTls.agentPort(0));
  }

  @AfterEach
  void stop() {
    controller.close();
  }

  @Test
  void shouldEndAConnectionThatSpeaksForAnotherNode() throws IOException {
    for (AgentMessage lie :
        List.of(
            new AgentMessage.Report(
                new StepReport.Ended(
                    STEP, OTHER, Instant.EPOCH, List.of(ExitStatus.SUCCESS), StepEnd.EXITED, ""),
                null),
            new AgentMessage.Report(new StepReport.Started(STEP, OTHER, Instant.EPOCH), null),
            new AgentMessage.Adapt(standing("host:1", OTHER)),
            new AgentMessage.Power(
                new PowerReport("rapl", List.of(new EnergySpan(OTHER, 1, 2, 3, false)))),
            RawAgent.hello("n2"))) {
      try (RawAgent agent = connected("n1")) {
        agent.send(lie);

        assertThat(((ControllerMessage.Rejected) agent.read()).reason())
            .as("%s", lie)
            .contains("n1")
            .contains("n2");
        assertThat(agent.closed()).isTrue();
      }
    }
    assertThat(controller.commands(NodeCommand.AgentSpoke.class)).isEmpty();
  }

  @Test
  void shouldRefuseCapacitiesThatNoNodeHas() throws IOException {
    for (NodeCapacity capacity :
        List.of(
            new NodeCapacity(-5, 1),
            new NodeCapacity(Integer.MAX_VALUE, 1),
            new NodeCapacity(1, -1),
            new NodeCapacity(1, Integer.MAX_VALUE))) {
      try (RawAgent agent = new RawAgent(controller.port())) {
        agent.send(RawAgent.helloOf("n1", capacity));

        assertThat(((ControllerMessage.Rejected) agent.read()).reason())
            .contains("n1 to have 1 to");
        assertThat(agent.closed()).isTrue();
      }
    }
    assertThat(controller.commands(NodeCommand.class)).isEmpty();
  }

  @Test
  void shouldDropAStandingThatAProgramMadeTooLargeAndGoOn() throws IOException {
    try (RawAgent agent = connected("n1")) {
      agent.send(new AgentMessage.Adapt(standing("a".repeat(5_000), new NodeName("n1"))));
      agent.send(new AgentMessage.Heartbeat(List.of(), null, null, null));

      controller.await(
          () -> !controller.commands(NodeCommand.AgentSpoke.class).isEmpty(), "a heartbeat");
      assertThat(controller.messages(AgentMessage.Adapt.class)).isEmpty();
    }
  }

  @Test
  void shouldReadNoFurtherThanTheEntityHasTaken() throws IOException {
    controller.taking(false);
    try (RawAgent agent = connected("n1")) {
      for (int i = 0; i < 200; i++) {
        agent.send(
            new AgentMessage.Report(
                new StepReport.Started(STEP, new NodeName("n1"), Instant.EPOCH), null));
      }
      agent.send(new AgentMessage.Goodbye("enough"));
      controller.await(
          () -> !controller.commands(NodeCommand.AgentSpoke.class).isEmpty(), "the first report");
      assertThat(controller.commands(NodeCommand.AgentSpoke.class)).hasSizeLessThan(5);

      controller.taking(true);

      controller.await(
          () -> controller.commands(NodeCommand.AgentSpoke.class).size() == 201, "all of them");
    }
  }

  /** Who leaves waits for it: closing first, he may take his own last words along. */
  @Test
  void shouldCloseAfterAGoodbye() throws IOException {
    try (RawAgent agent = connected("n1")) {
      agent.send(new AgentMessage.Goodbye("enough"));

      assertThat(agent.closed()).isTrue();
      assertThat(controller.messages(AgentMessage.Goodbye.class)).hasSize(1);
      controller.await(
          () -> !controller.commands(NodeCommand.AgentDisconnected.class).isEmpty(), "the end");
    }
  }

  @Test
  void shouldEndTheConnectionOfANodeThatWasRemovedAndRefuseItsCertificate() throws Exception {
    try (RawAgent agent = connected("n1")) {
      controller.register.remove(new NodeName("n1"), new Submitter("ops", 0, 0), false);

      assertThat(((ControllerMessage.Rejected) agent.read()).reason())
          .contains("n1")
          .contains("removed")
          .contains("enroll");
      assertThat(agent.closed()).isTrue();
    }
    try (RawAgent again = new RawAgent(controller.port())) {
      again.send(RawAgent.hello("n1"));

      assertThat(((ControllerMessage.Rejected) again.read()).reason()).contains("removed");
    }
  }

  @Test
  void shouldTakeSmallFramesOnlyBeforeTheHello() throws IOException {
    try (RawAgent agent = new RawAgent(controller.port())) {
      agent.write((byte) 0, (byte) 4, (byte) 0, (byte) 1); // 256 KiB and a byte

      assertThat(agent.closed()).isTrue();
    }
    try (RawAgent agent = connected("n1")) {
      agent.write((byte) 0, (byte) 4, (byte) 0, (byte) 1);
      agent.write(new byte[256 * 1024]);

      assertThat(agent.open()).isTrue();
    }
  }

  private static AgentReport standing(String address, NodeName node) {
    return new AgentReport(
        new JobId(7),
        1,
        node,
        List.of(TaskStanding.hello("7-1-0.0", address)),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  private RawAgent connected(String node) throws IOException {
    RawAgent agent = new RawAgent(controller.port());
    agent.send(RawAgent.hello(node));
    assertThat(agent.read()).isInstanceOf(ControllerMessage.Welcome.class);
    return agent;
  }
}
