package io.pliant.imp.wire;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Lines of the adapt protocol over a blocking channel. Many threads may send; one reads. Used by
 * both ends.
 */
public final class LineChannel implements Closeable {
  private final SocketChannel channel;
  private final ByteBuffer incoming = ByteBuffer.allocate(8192).flip();

  /** Takes over a connected channel in blocking mode. */
  public LineChannel(SocketChannel channel) {
    this.channel = channel;
  }

  /** Sends one message whole; an {@link IOException} means that the other end is gone. */
  public synchronized void send(WireMessage message) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(message.bytes());
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** The next message, or null at the end; waits. {@link WireException} for a line that is none. */
  public @Nullable WireMessage receive() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      if (!incoming.hasRemaining()) {
        incoming.clear();
        int read = channel.read(incoming);
        incoming.flip();
        if (read < 0) {
          return null;
        }
      }
      while (incoming.hasRemaining()) {
        byte next = incoming.get();
        if (next == '\n') {
          return WireMessage.parse(text(line.toByteArray()));
        }
        line.write(next);
        if (line.size() > WireMessage.MAX_LINE) {
          throw new WireException("Expected at most " + WireMessage.MAX_LINE + " bytes in a line.");
        }
      }
    }
  }

  private static String text(byte[] line) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      throw new WireException("Expected a line of UTF-8, but got other bytes.", e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
