package io.pliant.core.node;

import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepTerms;
import io.pliant.core.step.StepReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node agent sends to the controller it is connected to; one CBOR frame each. */
public sealed interface AgentMessage {
  /** Version of the agent protocol that this code speaks. */
  int PROTOCOL = 1;

  /**
   * First frame of a connection.
   *
   * @param protocol {@link #PROTOCOL} of the sender
   * @param node name of the node
   * @param incarnation random word made at each start of the agent
   * @param description what the host has
   * @param running steps whose tasks run there now
   * @param stamp word of the agent for the welcome that answers this, or null for none
   * @param clockMillis time of day on the node, or null from agents that do not tell it
   * @param reads true when it answers {@link ControllerMessage.ReadOutput}; null from older agents
   */
  record Hello(
      int protocol,
      NodeName node,
      String incarnation,
      NodeDescription description,
      List<StepId> running,
      @Nullable Long stamp,
      @Nullable Long clockMillis,
      @Nullable Boolean reads)
      implements AgentMessage {
    public Hello {
      running = List.copyOf(running);
    }

    /** Of an agent that does not say whether it reads output. */
    public Hello(
        int protocol,
        NodeName node,
        String incarnation,
        NodeDescription description,
        List<StepId> running,
        @Nullable Long stamp,
        @Nullable Long clockMillis) {
      this(protocol, node, incarnation, description, running, stamp, clockMillis, null);
    }
  }

  /**
   * First and only frame of the agent of new nodes, which has no certificate yet.
   *
   * @param protocol {@link #PROTOCOL} of the sender
   * @param secret of a one-time word
   * @param key public key that the certificate is to be for, in Base64
   * @param proof signature of the rest with that key, in Base64
   */
  record Enroll(int protocol, String secret, String key, String proof) implements AgentMessage {
    @Override
    public String toString() {
      return "Enroll"; // the secret is not for logs
    }
  }

  /**
   * Sign of life.
   *
   * @param running steps that have tasks on the node now
   * @param stamp word of the agent for the welcome that answers this, or null for none
   * @param clockMillis time of day on the node, or null from agents that do not tell it
   * @param health what the last probe of the node came to; null before the first one, and from
   *     agents that do not probe
   */
  record Heartbeat(
      List<StepId> running,
      @Nullable Long stamp,
      @Nullable Long clockMillis,
      @Nullable Health health)
      implements AgentMessage {
    public Heartbeat {
      running = List.copyOf(running);
    }
  }

  /**
   * A step report; repeated until {@link ControllerMessage.Confirm} names it.
   *
   * @param granted that of the step's launch, or null when it is not known
   * @param terms to which the step is kept since its launch, or null for those of its launch
   */
  record Report(StepReport report, @Nullable Long granted, @Nullable StepTerms terms)
      implements AgentMessage {
    /** Of a step that is kept to what its launch said. */
    public Report(StepReport report, @Nullable Long granted) {
      this(report, granted, null);
    }
  }

  /** A launch was refused because it came from an outlived incarnation of the partition. */
  record LaunchRefused(StepId step, long orderTerm, long highestTerm) implements AgentMessage {}

  /**
   * A launch has to wait: tasks that should have left by now still use the node. The job asks
   * again.
   */
  record LaunchDeferred(StepId step, String reason) implements AgentMessage {}

  /** What malleable programs on the node say; a state, said again and again. */
  record Adapt(AgentReport standing) implements AgentMessage {}

  /**
   * What the node's power meter counted since the last confirmed span; repeated until {@link
   * ControllerMessage.PowerCounted}.
   */
  record Power(PowerReport report) implements AgentMessage {}

  /** Answer to {@link ControllerMessage.ReadOutput}; said once. */
  record OutputRead(OutputAnswer answer) implements AgentMessage {}

  /** The agent is being stopped on purpose; its tasks live on. */
  record Goodbye(String reason) implements AgentMessage {}
}
