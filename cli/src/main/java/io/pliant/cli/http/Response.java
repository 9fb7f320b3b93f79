package io.pliant.cli.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * An answer whose body is still to be read.
 *
 * @param body ends where the answer ends; closing it closes the connection
 */
public record Response(int status, InputStream body) implements AutoCloseable {
  private static final int MAX_BODY = 256 << 20;

  /** The whole body as text. */
  public String text() throws IOException {
    byte[] bytes = body.readNBytes(MAX_BODY);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    body.close();
  }
}
