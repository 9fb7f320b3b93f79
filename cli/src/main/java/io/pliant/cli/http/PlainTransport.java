package io.pliant.cli.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** Bytes as they are, over TCP or a Unix domain socket, which knows no timeout of its own. */
final class PlainTransport implements Transport {
  private static final int CONNECT_MILLIS = 3_000;

  private final SocketChannel channel;
  private final Selector selector;
  private final Duration patience;
  private final InputStream input = new ChannelInput();

  private PlainTransport(SocketChannel channel, Selector selector, Duration patience) {
    this.channel = channel;
    this.selector = selector;
    this.patience = patience;
  }

  static PlainTransport open(Endpoint endpoint, Duration patience) throws IOException {
    SocketChannel channel = SocketChannel.open(endpoint.family());
    try {
      if (endpoint instanceof Endpoint.Tcp) {
        channel.socket().connect(endpoint.address(), CONNECT_MILLIS);
      } else {
        channel.connect(endpoint.address());
      }
      channel.configureBlocking(false);
      return new PlainTransport(channel, Selector.open(), patience);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e instanceof IOException io ? io : new IOException(e);
    }
  }

  @Override
  public InputStream input() {
    return input;
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    while (left.hasRemaining()) {
      if (channel.write(left) == 0) {
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
