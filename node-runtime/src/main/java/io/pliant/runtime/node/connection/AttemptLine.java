package io.pliant.runtime.node.connection;

import io.pliant.core.node.ControllerMessage;
import io.pliant.runtime.frames.Outbox;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/**
 * Carries what happens on the connection of an attempt, on stream threads, to the actor.
 *
 * @param line number of the attempt
 */
record AttemptLine(ActorRef<AgentConnection.Command> to, int line) implements Dialer.Line {
  @Override
  public void prepared(Outbox outbox) {
    to.tell(new AgentConnection.Prepared(line, outbox));
  }

  @Override
  public void heard(ControllerMessage message) {
    to.tell(new AgentConnection.Heard(line, message));
  }

  @Override
  public void closed(@Nullable Throwable cause) {
    to.tell(new AgentConnection.Closed(line, cause));
  }
}
