package io.pliant.runtime.controller.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.id.NodeName;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.Health;
import io.pliant.runtime.node.TestController;
import io.pliant.runtime.node.TestRegister;
import io.pliant.runtime.node.TestTls;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AgentPortTest {
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
  void shouldWelcomeAgent() throws IOException {
    try (RawAgent agent = connected("n1")) {
      assertThat(agent.read()).isInstanceOf(ControllerMessage.Welcome.class);

      assertThat(controller.commands(NodeCommand.AgentConnected.class)).hasSize(1);
    }
  }

  @Test
  void shouldRejectOtherProtocolVersion() throws IOException {
    try (RawAgent agent = new RawAgent(controller.port())) {
      agent.send(RawAgent.hello(99, "n1"));

      assertThat(((ControllerMessage.Rejected) agent.read()).reason())
          .contains("protocol 1")
          .contains("99");
      assertThat(agent.closed()).isTrue();
    }
  }

  @Test
  void shouldTellHowFarTheClockOfANodeIsOff() throws IOException {
    try (RawAgent agent = new RawAgent(controller.port())) {
      agent.send(RawAgent.hello("n1", System.currentTimeMillis() + 7_200_000));
      agent.read();
      Long ahead =
          controller
              .commands(NodeCommand.AgentConnected.class)
              .getFirst()
              .hello()
              .description()
              .clockAheadMillis();

      assertThat(ahead).isBetween(7_100_000L, 7_200_000L);
    }
  }

  @Test
  void shouldRejectAgentThatDoesNotSayHelloFirst() throws IOException {
    try (RawAgent agent = new RawAgent(controller.port())) {
      agent.send(new AgentMessage.Heartbeat(List.of(), null, null, null));

      assertThat(((ControllerMessage.Rejected) agent.read()).reason()).contains("hello");
    }
  }

  @Test
  void shouldRejectAgentThatSaysNothing() throws IOException {
    try (RawAgent agent = new RawAgent(controller.port())) {
      assertThat(((ControllerMessage.Rejected) agent.read()).reason()).contains("within 10 s");
      assertThat(agent.closed()).isTrue();
    }
  }

  @Test
  void shouldSendAgentElsewhereWithoutABlameWhileItIsNotKnownWhoWasRemoved() throws IOException {
    TestRegister away = new TestRegister().away(true);
    try (TestController fresh = TestController.start(TestTls.agentPort(0), away);
        RawAgent agent = new RawAgent(fresh.port())) {
      agent.send(RawAgent.hello("n1"));
      assertThatThrownBy(agent::read).isInstanceOf(IOException.class);

      try (RawAgent again = new RawAgent(fresh.port())) {
        again.send(RawAgent.hello("n1"));
        assertThat(again.open()).isTrue();
        away.away(false);
        assertThat(again.read()).isInstanceOf(ControllerMessage.Welcome.class);
      }
    }
  }

  @Test
  void shouldCloseOnlyTheConnectionThatBringsGarbage() throws IOException {
    try (RawAgent good = connected("n1")) {
      good.read();
      byte[] noise = new byte[100_000];
      new Random(7).nextBytes(noise);
      for (byte[] garbage :
          List.of(noise, "GET / HTTP/1.1\r\n\r\n".getBytes(), new byte[] {0, 0, 0, 3, 1, 2, 3})) {
        try (RawAgent bad = new RawAgent(controller.port())) {
          assertThat(bad.closedBy(garbage)).isTrue();
        }
      }

      good.send(new AgentMessage.Heartbeat(List.of(), null, null, null));
      controller.await(
          () -> !controller.commands(NodeCommand.AgentSpoke.class).isEmpty(), "a heartbeat");
    }
  }

  @Test
  void shouldCloseConnectionThatAnnouncesTooLargeFrame() throws IOException {
    try (RawAgent agent = connected("n1")) {
      agent.read();

      agent.write((byte) 0x00, (byte) 0x80, (byte) 0x00, (byte) 0x01);

      assertThat(agent.closed()).isTrue();
      controller.await(
          () -> !controller.commands(NodeCommand.AgentDisconnected.class).isEmpty(), "the end");
    }
  }

  @Test
  void shouldLetNewerConnectionOfSameNodeSupersedeOlder() throws IOException {
    try (RawAgent older = connected("n1")) {
      older.read();
      try (RawAgent newer = connected("n1")) {
        newer.read();

        assertThat(older.closed()).isTrue();
        controller.send(new NodeName("n1"), new ControllerMessage.Rejected("bye"));
        assertThat(newer.read()).isEqualTo(new ControllerMessage.Rejected("bye"));
      }
    }
  }

  @Test
  void shouldIntroduceAgentAnewNowAndThen() throws IOException {
    try (RawAgent agent = connected("n1")) {
      agent.read();

      Health well = new Health(null);
      for (int i = 0; i < 3; i++) {
        agent.send(new AgentMessage.Heartbeat(List.of(), null, null, well));
      }

      assertThat(agent.read()).isInstanceOf(ControllerMessage.Welcome.class);
      assertThat(controller.commands(NodeCommand.AgentConnected.class)).hasSize(2);
      assertThat(controller.commands(NodeCommand.AgentSpoke.class)).hasSize(2);

      AgentMessage.Heartbeat ill =
          new AgentMessage.Heartbeat(List.of(), null, null, new Health("its disk is full"));
      for (AgentMessage.Heartbeat beat : List.of(ill, ill, ill)) {
        agent.send(beat);
      }
      assertThat(agent.read()).isInstanceOf(ControllerMessage.Welcome.class);
      agent.send(new AgentMessage.Heartbeat(List.of(), null, null, well));
      agent.send(new AgentMessage.Heartbeat(List.of(), null, null, well));
      agent.send(ill);

      assertThat(agent.read()).isInstanceOf(ControllerMessage.Welcome.class);
      controller.await(
          () ->
              controller.commands(NodeCommand.AgentSpoke.class).getLast().message().equals(ill)
                  && controller.commands(NodeCommand.AgentSpoke.class).size() == 7,
          "news that came with an introduction");
    }
  }

  @Test
  void shouldIntroduceASilentAgentAgainAndAgainWhenControllersComeOrGo() throws IOException {
    try (RawAgent agent = connected("n1")) {
      agent.read();
      assertThat(controller.commands(NodeCommand.AgentConnected.class)).hasSize(1);

      controller.unsettled();

      assertThat(agent.read()).isInstanceOf(ControllerMessage.Welcome.class);
      assertThat(agent.read()).isInstanceOf(ControllerMessage.Welcome.class);
      assertThat(controller.commands(NodeCommand.AgentConnected.class))
          .hasSizeGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void shouldNameAddressWhenPortIsTaken() {
    assertThatThrownBy(() -> TestController.start(TestTls.agentPort(controller.port())))
        .hasStackTraceContaining(
            "Expected to listen for node agents on 127.0.0.1:" + controller.port());
  }

  private RawAgent connected(String node) throws IOException {
    RawAgent agent = new RawAgent(controller.port());
    agent.send(RawAgent.hello(node));
    return agent;
  }
}
