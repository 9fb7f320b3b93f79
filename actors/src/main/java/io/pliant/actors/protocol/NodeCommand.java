package io.pliant.actors.protocol;

import io.pliant.core.adaptation.NodeOrder;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.launch.StepTerms;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.OutputAnswer;
import io.pliant.core.node.OutputQuestion;
import io.pliant.core.step.Onlooker;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** What a {@code Node} entity (entity id = node name) accepts. */
public sealed interface NodeCommand extends WireMessage {
  /** An agent opened a connection and said hello; {@code session} writes to that connection. */
  record AgentConnected(AgentMessage.Hello hello, ActorRef<ControllerMessage> session)
      implements NodeCommand {}

  /**
   * A further frame of the agent on that connection.
   *
   * @param replyTo told that the message was taken, so that the next one may be read; or null
   */
  record AgentSpoke(
      AgentMessage message, ActorRef<ControllerMessage> session, @Nullable ActorRef<Taken> replyTo)
      implements NodeCommand {}

  /** The entity has taken a message of the agent. */
  record Taken() implements WireMessage {}

  /** The connection is gone. */
  record AgentDisconnected(ActorRef<ControllerMessage> session) implements NodeCommand {}

  /** Order of a job: start a step. Dropped when no agent is connected; the job asks again. */
  record SendLaunch(StepLaunch launch) implements NodeCommand {}

  /**
   * Order of a job: say how a step stands, keep it to these terms from now on, if any, and show it
   * to the onlooker, if any.
   */
  record SendAsk(StepId step, @Nullable StepTerms terms, @Nullable Onlooker onlooker)
      implements NodeCommand {}

  /** Order of a job: end or signal a step; the term is null when it knows nothing of it. */
  record SendTerminate(StepId step, int signal, @Nullable Long term) implements NodeCommand {}

  /** A report of the agent is durable with its job. */
  record SendConfirm(StepId step, boolean ended) implements NodeCommand {}

  /** What malleable programs on the node are to be told. */
  record SendAdapt(NodeOrder order) implements NodeCommand {}

  /** Energy of spans that end at or before {@code until}, microseconds, is durable. */
  record SendPowerCounted(long until) implements NodeCommand {}

  /** What the node may draw, 0 for no cap, and which jobs stand still on it; told each second. */
  record SendLimits(int capWatts, List<JobId> suspended) implements NodeCommand {
    public SendLimits {
      suspended = List.copyOf(suspended);
    }
  }

  /**
   * Has the agent show a part of an output file; answered by OutputTold. The number of the question
   * is the entity's to give.
   */
  record ReadOutput(OutputQuestion question, ActorRef<OutputTold> replyTo) implements NodeCommand {}

  /** What became of it. */
  record OutputTold(OutputAnswer answer) implements WireMessage {}

  /** The node is no node of the cluster any more: its agent's connection is to be closed. */
  record Removed(String reason) implements NodeCommand {}

  /**
   * The partition knows the node; its controller's agent port is at this address.
   *
   * @param stale attempts that its ledger does not have, and that are to be ended
   * @param epoch of the partition's term, or null from older controllers
   * @param stamp of the NodeSeen that this answers, or null
   * @param term of the partition's incarnation, or null from older controllers
   */
  record PartitionAnswered(
      String controller,
      String agentHost,
      int agentPort,
      List<AttemptId> stale,
      @Nullable Long epoch,
      @Nullable Long stamp,
      @Nullable Long term)
      implements NodeCommand {
    public PartitionAnswered {
      stale = List.copyOf(stale);
    }
  }
}
