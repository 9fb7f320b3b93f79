package io.pliant.runtime.node.connection;

import io.pliant.actors.wire.AgentFrames;
import io.pliant.core.node.AgentMessage;
import io.pliant.runtime.frames.Outbox;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to be with a controller, from the wait for its turn to the end of its connection.
 * What comes of another attempt is told by the number. Not thread-safe.
 */
final class Attempt {
  private final int number;
  private DialTurns.@Nullable Turn turn;
  private AgentMessage.@Nullable Hello hello;
  private @Nullable Outbox outbox;
  private boolean welcome;
  private boolean over;

  Attempt(int number) {
    this.number = number;
  }

  /** True for the number of this attempt, until it is over. */
  boolean is(int other) {
    return number == other && !over;
  }

  int number() {
    return number;
  }

  /** Its place among those who want to dial. */
  void queued(DialTurns.Turn place) {
    turn = place;
  }

  /** What is said first, once there is a connection. */
  void begin(AgentMessage.Hello first) {
    hello = first;
  }

  /** A connection stands, to be written to; false when it does not take the hello. */
  boolean open(Outbox to) {
    if (hello == null) {
      to.abort();
      return true;
    }
    outbox = to;
    return say(hello);
  }

  /** The controller has taken the node; true the first time. */
  boolean welcomed() {
    boolean first = !welcome;
    welcome = true;
    endTurn();
    return first;
  }

  /** True while there is a connection. */
  boolean isOpen() {
    return outbox != null;
  }

  /** True when the controller has taken the node. */
  boolean welcome() {
    return welcome;
  }

  /** Writes this if there is a connection; false when the controller does not read. */
  boolean say(AgentMessage message) {
    return outbox == null || outbox.offer(AgentFrames.encode(message));
  }

  /** No more is written; what was, arrives. */
  void close() {
    if (outbox != null) {
      outbox.close();
    }
  }

  /** Cuts the connection off. */
  void abort() {
    if (outbox != null) {
      outbox.abort();
    }
  }

  /** Nothing of it counts from here on, and the next in the queue may dial. */
  void end() {
    over = true;
    outbox = null;
    hello = null;
    endTurn();
  }

  private void endTurn() {
    if (turn != null) {
      turn.end();
      turn = null;
    }
  }
}
