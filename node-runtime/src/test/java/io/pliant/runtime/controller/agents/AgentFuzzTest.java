package io.pliant.runtime.controller.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.wire.AgentFrames;
import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.adaptation.TaskStanding;
import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.AgentTruth;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import io.pliant.runtime.node.TestController;
import io.pliant.runtime.node.TestTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * An agent of n1 that sends garbage, and its own messages with bytes changed, cut and doubled,
 * before and after its hello: nobody ever hears of another node or of what no node can be, and the
 * port goes on. The seed stands in the message of a failure.
 */
class AgentFuzzTest {
  private static final Duration BUDGET = Duration.ofSeconds(5);
  private static final int MOST = 400;
  private static final NodeName N1 = new NodeName("n1");
  private static final StepId STEP = StepId.batch(new JobId(7), 1);

  @Test
  void shouldNeverBelieveAMutatedAgent() throws IOException {
    long seed = Long.getLong("pliant.fuzz.seed", System.nanoTime());
    Random random = new Random(seed);
    try (TestController controller = TestController.start(TestTls.agentPort(0))) {
      long end = System.nanoTime() + BUDGET.toNanos();
      for (int i = 0; i < MOST && System.nanoTime() < end; i++) {
        attack(controller.port(), random);
      }

      try (RawAgent agent = new RawAgent(controller.port())) {
        agent.send(RawAgent.hello("n1"));
        assertThat(agent.read()).as("seed %d", seed).isInstanceOf(ControllerMessage.Welcome.class);
      }
      for (NodeCommand.AgentConnected c : controller.commands(NodeCommand.AgentConnected.class)) {
        assertThat(AgentTruth.refusal(N1, c.hello())).as("seed %d: %s", seed, c.hello()).isNull();
      }
      for (NodeCommand.AgentSpoke c : controller.commands(NodeCommand.AgentSpoke.class)) {
        assertThat(AgentTruth.refusal(N1, c.message()))
            .as("seed %d: %s", seed, c.message())
            .isNull();
      }
    }
  }

  private static void attack(int port, Random random) {
    try (RawAgent agent =
        random.nextInt(8) == 0
            ? new RawAgent(new Socket(InetAddress.getLoopbackAddress(), port))
            : new RawAgent(port)) {
      switch (random.nextInt(4)) {
        case 0 -> agent.write(noise(random));
        case 1 -> agent.write(mutated(frame(RawAgent.hello("n1")), random));
        default -> {
          agent.send(RawAgent.hello("n1"));
          List<AgentMessage> messages = messages();
          for (int n = random.nextInt(30); n > 0; n--) {
            byte[] good = frame(messages.get(random.nextInt(messages.size())));
            agent.write(random.nextInt(3) == 0 ? good : mutated(good, random));
          }
        }
      }
      agent.open(20); // let it be read
    } catch (IOException e) {
      // the controller has closed the connection, as it should
    }
  }

  private static List<AgentMessage> messages() {
    return List.of(
        RawAgent.hello("n1"),
        new AgentMessage.Heartbeat(List.of(STEP), null, null, null),
        new AgentMessage.Report(new StepReport.Started(STEP, N1, Instant.EPOCH), null),
        new AgentMessage.Report(
            new StepReport.Ended(
                STEP, N1, Instant.EPOCH, List.of(ExitStatus.SUCCESS), StepEnd.EXITED, ""),
            null),
        new AgentMessage.Adapt(
            new AgentReport(
                new JobId(7),
                1,
                N1,
                List.of(TaskStanding.hello("7-1-0.0", "host:1")),
                List.of(),
                List.of(),
                List.of(),
                List.of())),
        new AgentMessage.Power(
            new PowerReport("rapl", List.of(new EnergySpan(N1, 1, 2, 3, false)))),
        new AgentMessage.LaunchDeferred(STEP, "busy"));
  }

  private static byte[] frame(AgentMessage message) {
    byte[] body = AgentFrames.encode(message);
    return ByteBuffer.allocate(4 + body.length).putInt(body.length).put(body).array();
  }

  private static byte[] noise(Random random) {
    byte[] bytes = new byte[1 + random.nextInt(4096)];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Mostly the body, since a wrong length ends the connection at once. */
  private static byte[] mutated(byte[] good, Random random) {
    byte[] bytes = good.clone();
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      int at = random.nextInt(20) == 0 ? random.nextInt(4) : 4 + random.nextInt(bytes.length - 4);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt(256);
        case 2 -> bytes[at] = bytes[4 + random.nextInt(bytes.length - 4)];
        default -> bytes = random.nextInt(10) == 0 ? Arrays.copyOf(bytes, Math.max(5, at)) : bytes;
      }
    }
    return bytes;
  }
}
