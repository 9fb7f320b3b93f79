package io.pliant.runtime.adapt;

import io.pliant.imp.wire.WireException;
import io.pliant.imp.wire.WireMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one task, of which it may hold no more than a little in the agent's memory. One
 * thread.
 */
final class TaskInput {
  /** Longest line that a task may say, in bytes without its end. */
  static final int LONGEST = 64 * 1024;

  private static final int FREE = 1024;
  private static final int STEP = 8 * 1024;

  private final SocketChannel channel;
  private final AdaptBudget budget;
  private final int uid;
  private final ByteBuffer incoming = ByteBuffer.allocate(2048).flip();

  TaskInput(SocketChannel channel, AdaptBudget budget, int uid) {
    this.channel = channel;
    this.budget = budget;
    this.uid = uid;
  }

  /** The next message, or null at the end; waits. {@link WireException} for a line that is none. */
  @Nullable WireMessage receive() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(128);
    int held = 0;
    try {
      while (true) {
        if (!incoming.hasRemaining() && !fill()) {
          return null;
        }
        byte next = incoming.get();
        if (next == '\n') {
          return WireMessage.parse(text(line.toByteArray()));
        }
        line.write(next);
        if (line.size() > LONGEST) {
          throw new WireException("Expected at most " + LONGEST + " bytes in a line of a task.");
        }
        if (line.size() > FREE + held) {
          if (!budget.take(uid, STEP)) {
            throw new WireException(
                "Expected fewer long lines at a time from the tasks of a user.");
          }
          held += STEP;
        }
      }
    } finally {
      if (held > 0) {
        budget.give(uid, held);
      }
    }
  }

  private boolean fill() throws IOException {
    incoming.clear();
    int read = channel.read(incoming);
    incoming.flip();
    return read >= 0;
  }

  private static String text(byte[] line) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      throw new WireException("Expected a line of UTF-8, but got other bytes.", e);
    }
  }
}
