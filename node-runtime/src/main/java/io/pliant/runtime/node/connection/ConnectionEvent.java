package io.pliant.runtime.node.connection;

import io.pliant.core.node.ControllerMessage;

/** What the owner of the connection is told. */
public sealed interface ConnectionEvent {
  /**
   * A controller may be dialled: answer with {@link AgentConnection.Dial}. So no connection is open
   * before there is something to say on it, however long the owner takes.
   */
  record Turn(int line) implements ConnectionEvent {}

  record Down() implements ConnectionEvent {}

  /** Welcome, Launch, Terminate or Confirm. */
  record Heard(ControllerMessage message) implements ConnectionEvent {}
}
