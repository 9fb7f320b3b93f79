package io.pliant.imp.testkit;

import io.pliant.imp.wire.LineChannel;
import io.pliant.imp.wire.WireException;
import io.pliant.imp.wire.WireMessage;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The node agents' end of the protocol: one Unix domain socket for all nodes, a thread per
 * connection.
 */
final class Agents implements Closeable {
  /** Who takes what tasks say. */
  interface Ear {
    /** A connection's first line; the seat that it is for, or null to reject it. */
    @Nullable Seat hello(WireMessage hello, LineChannel channel);

    /** Every further line. */
    void hear(Seat seat, WireMessage message);

    /** The connection is over. */
    void gone(Seat seat, LineChannel channel);

    /** Something broke the protocol. */
    void broken(Exception cause);
  }

  private final Path folder;
  private final ServerSocketChannel listener;
  private final Ear ear;
  private volatile boolean closed;

  Agents(Ear ear) throws IOException {
    this.ear = ear;
    this.folder = Files.createTempDirectory("imp");
    this.listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    this.listener.bind(UnixDomainSocketAddress.of(socket()), 256);
    daemon("fake-agents", this::accept);
  }

  Path socket() {
    return folder.resolve("agent.sock");
  }

  static void daemon(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!closed) {
      try {
        SocketChannel channel = listener.accept();
        daemon("fake-agent", () -> serve(new LineChannel(channel)));
      } catch (IOException e) {
        if (!closed) {
          ear.broken(e);
        }
        return;
      }
    }
  }

  private void serve(LineChannel channel) {
    Seat seat = null;
    try (channel) {
      WireMessage hello = channel.receive();
      seat = hello == null ? null : ear.hello(hello, channel);
      if (seat == null) {
        channel.send(WireMessage.of("rejected").with("reason", "unknown task or version"));
        return;
      }
      for (WireMessage line = channel.receive(); line != null; line = channel.receive()) {
        ear.hear(seat, line);
      }
    } catch (WireException e) {
      ear.broken(e);
    } catch (IOException e) {
      // a task that is gone; told below
      assert seat == null || !closed || e != null;
    } finally {
      if (seat != null) {
        ear.gone(seat, channel);
      }
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    listener.close();
    Files.deleteIfExists(socket());
    Files.deleteIfExists(folder);
  }
}
