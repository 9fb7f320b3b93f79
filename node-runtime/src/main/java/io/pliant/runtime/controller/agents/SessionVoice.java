package io.pliant.runtime.controller.agents;

import io.pliant.actors.wire.AgentFrames;
import io.pliant.core.node.ControllerMessage;
import io.pliant.runtime.frames.Outbox;
import org.jspecify.annotations.Nullable;

/** What a session says to its agent, from the opening of the stream to its last words. */
final class SessionVoice {
  private @Nullable Outbox outbox;
  private boolean closing;

  /** The stream runs. */
  void opened(Outbox to) {
    outbox = to;
  }

  /** Says this if the stream runs; false when the agent is gone or does not read. */
  boolean say(ControllerMessage message) {
    return outbox == null || outbox.offer(AgentFrames.encode(message));
  }

  /** Says no more, but lets what was said arrive; false when there is no stream. */
  boolean close() {
    closing = true;
    if (outbox == null) {
      return false;
    }
    outbox.close();
    return true;
  }

  /** True when the last was said: nothing more is said, or read. */
  boolean closing() {
    return closing;
  }

  /** Cuts the stream off. */
  void abort() {
    if (outbox != null) {
      outbox.abort();
    }
  }
}
