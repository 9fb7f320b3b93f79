package io.pliant.cli.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 exchange over its own connection. {@code java.net.http} is not used: it has no Unix
 * domain sockets, and loading it takes longer than a whole command does.
 */
public final class Connection implements AutoCloseable {
  private static final int MAX_LINE = 64 << 10;

  private final SocketChannel channel;
  private final Selector selector;
  private final Duration patience;
  private final InputStream input = new BufferedInputStream(new ChannelInput(), 16 << 10);

  private Connection(SocketChannel channel, Selector selector, Duration patience) {
    this.channel = channel;
    this.selector = selector;
    this.patience = patience;
  }

  /** Connects; throws {@link java.net.ConnectException} when nobody listens. */
  static Connection open(Endpoint endpoint, Duration patience) throws IOException {
    SocketChannel channel = SocketChannel.open(endpoint.family());
    try {
      if (endpoint instanceof Endpoint.Tcp) {
        channel.socket().connect(endpoint.address(), 3_000);
      } else {
        channel.connect(endpoint.address());
      }
      channel.configureBlocking(false);
      return new Connection(channel, Selector.open(), patience);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e instanceof IOException io ? io : new IOException(e);
    }
  }

  /** Sends the request and reads the head of the answer. */
  Response exchange(Endpoint endpoint, Request request, @Nullable String token) throws IOException {
    write(ByteBuffer.wrap(request.head(endpoint, token)));
    write(ByteBuffer.wrap(request.bodyBytes()));
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

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (channel.write(bytes) == 0) {
        await(SelectionKey.OP_WRITE);
      }
    }
  }

  private void await(int operation) throws IOException {
    channel.register(selector, operation);
    selector.selectedKeys().clear();
    if (selector.select(patience.toMillis()) == 0) {
      throw new SocketTimeoutException(
          "Expected an answer within %d s, but there was none.".formatted(patience.toSeconds()));
    }
  }

  @Override
  public void close() throws IOException {
    selector.close();
    channel.close();
  }

  private final class ChannelInput extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      ByteBuffer target = ByteBuffer.wrap(bytes, offset, length);
      int count = channel.read(target);
      while (count == 0) {
        await(SelectionKey.OP_READ);
        count = channel.read(target);
      }
      return count;
    }
  }
}
