package io.pliant.cli.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 exchange over its own connection. {@code java.net.http} is not used: it has no Unix
 * domain sockets, and loading it takes longer than a whole command does.
 */
public final class Connection implements AutoCloseable {
  private static final int MAX_LINE = 64 << 10;

  private final Transport transport;
  private final InputStream input;

  private Connection(Transport transport) {
    this.transport = transport;
    this.input = new BufferedInputStream(transport.input(), 16 << 10);
  }

  /** Connects; throws {@link java.net.ConnectException} when nobody listens. */
  static Connection open(Endpoint endpoint, Duration patience) throws IOException {
    return new Connection(Transport.open(endpoint, patience));
  }

  /** Sends the request and reads the head of the answer. */
  Response exchange(Endpoint endpoint, Request request, @Nullable String token) throws IOException {
    transport.write(request.head(endpoint, token));
    transport.write(request.bodyBytes());
    int status = readStatus();
    long length = -1;
    boolean chunked = false;
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      String header = line.toLowerCase(Locale.ROOT);
      if (header.startsWith("content-length:")) {
        length = Long.parseLong(header.substring("content-length:".length()).strip());
      } else if (header.startsWith("transfer-encoding:")) {
        chunked = header.contains("chunked");
      }
    }
    return new Response(status, chunked ? new ChunkedBody(this) : new PlainBody(this, length));
  }

  String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = input.read(); c != '\n'; c = input.read()) {
      if (c < 0 || line.length() > MAX_LINE) {
        throw new IOException(
            "Expected a complete HTTP answer, but the connection ended in its head.");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  InputStream input() {
    return input;
  }

  private int readStatus() throws IOException {
    String line = readLine();
    String[] parts = line.split(" ", 3);
    if (!line.startsWith("HTTP/1.") || parts.length < 2) {
      throw new IOException(
          "Expected an HTTP answer, but got '" + line + "'. Is this a controller?");
    }
    return Integer.parseInt(parts[1]);
  }

  @Override
  public void close() throws IOException {
    transport.close();
  }
}
