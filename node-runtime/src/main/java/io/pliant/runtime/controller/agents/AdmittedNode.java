package io.pliant.runtime.controller.agents;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.id.NodeName;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.Health;
import java.util.Objects;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.RecipientRef;
import org.jspecify.annotations.Nullable;

/**
 * A node whose hello was believed, as its session speaks of it to the node's entity. Not
 * thread-safe.
 */
final class AdmittedNode {
  private final Introduction introduction;
  private final RecipientRef<NodeCommand> entity;
  private final ActorRef<ControllerMessage> answers;
  private final ActorRef<NodeCommand.Taken> taken;
  private @Nullable Health health;

  /**
   * A node of which the entity knows nothing yet.
   *
   * @param answers where the entity answers the agent
   * @param taken where it says that it has taken a message
   */
  AdmittedNode(
      Introduction introduction,
      RecipientRef<NodeCommand> entity,
      ActorRef<ControllerMessage> answers,
      ActorRef<NodeCommand.Taken> taken) {
    this.introduction = introduction;
    this.entity = entity;
    this.answers = answers;
    this.taken = taken;
  }

  NodeName name() {
    return introduction.hello().node();
  }

  /** Takes note of a message of the agent; true when the node is to be introduced before it. */
  boolean hears(AgentMessage message, long nowMillis) {
    return message instanceof AgentMessage.Heartbeat heartbeat
        && introduction.beat(heartbeat, nowMillis);
  }

  /** True when the node is otherwise than the entity was told last. */
  boolean saysNewsOfItsHealth(AgentMessage message) {
    return message instanceof AgentMessage.Heartbeat heartbeat
        && !Objects.equals(heartbeat.health(), health);
  }

  /** Tells the entity who is here; its answer is the welcome. */
  void introduce() {
    entity.tell(new NodeCommand.AgentConnected(introduction.hello(), answers));
  }

  /** Passes a message of the agent on. */
  void pass(AgentMessage message) {
    if (message instanceof AgentMessage.Heartbeat heartbeat) {
      health = heartbeat.health();
    }
    entity.tell(new NodeCommand.AgentSpoke(message, answers, taken));
  }

  /** The connection is over. */
  void disconnected() {
    entity.tell(new NodeCommand.AgentDisconnected(answers));
  }
}
