package io.pliant.cli.run;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the lines and frames that a node sends (docs/protocol/step-io.md). */
final class FrameReader {
  private static final int MAX_LINE = 1024;
  private static final int MAX_PAYLOAD = 65_536;

  private final InputStream input;

  FrameReader(InputStream input) {
    this.input = input;
  }

  /** One line without its end, or null when the stream has ended before it. */
  @Nullable String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = input.read(); c != '\n'; c = input.read()) {
      if (c < 0) {
        if (line.isEmpty()) {
          return null;
        }
        throw new EOFException("Expected a whole line of a node, but its connection ended.");
      }
      if (line.length() >= MAX_LINE) {
        throw new IOException(
            "Expected a line of at most 1024 bytes, but a node sent a longer one.");
      }
      line.append((char) c);
    }
    return line.toString();
  }

  /** The bytes after a frame's line. */
  byte[] payload(int length) throws IOException {
    if (length < 0 || length > MAX_PAYLOAD) {
      throw new IOException("Expected a frame of at most 65536 bytes, but got " + length + ".");
    }
    byte[] bytes = input.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("Expected a whole frame of a node, but its connection ended.");
    }
    return bytes;
  }

  /** The same as text. */
  String text(int length) throws IOException {
    return new String(payload(length), StandardCharsets.UTF_8);
  }
}
