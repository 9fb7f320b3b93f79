package io.pliant.runtime.controller.agents;

import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.runtime.frames.Outbox;
import io.pliant.runtime.security.PeerIdentity;
import org.jspecify.annotations.Nullable;

/** What a session of an agent is told. */
sealed interface SessionCommand {
  /** The stream runs; frames may be written to {@code outbox}. */
  record Opened(Outbox outbox) implements SessionCommand {}

  /** Which nodes the peer may speak for, before any message of it. */
  record Proven(PeerIdentity.Nodes nodes) implements SessionCommand {}

  /** A message of the agent. */
  record Received(Turn turn) implements SessionCommand {}

  /** The stream has ended. */
  record Closed(@Nullable Throwable cause) implements SessionCommand {}

  /** The entity of the node, or the cluster, has something to say to the agent. */
  record Write(ControllerMessage message) implements SessionCommand {}

  /** The entity has taken the message that was passed on. */
  record Taken() implements SessionCommand {}

  /** A hello that could not be judged when it came. */
  record HelloAgain(AgentMessage.Hello hello) implements SessionCommand {}

  /** What happens to a session besides messages. */
  enum Signal implements SessionCommand {
    HELLO_OVERDUE,
    JUDGE_OVERDUE,
    CROWDED_OUT,
    INTRODUCE,
    UNSETTLED,
    INTRODUCE_ANEW,
    SETTLED,
    TAKEN_OVERDUE,
    SILENT,
    SUPERSEDED,
    LOOK_AGAIN,
    CLOSE_OVERDUE
  }
}
