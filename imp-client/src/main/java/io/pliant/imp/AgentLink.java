package io.pliant.imp;

import io.pliant.imp.wire.LineChannel;
import io.pliant.imp.wire.WireMessage;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The connection to the node agent. When the agent is away, at the start or later, the link dials
 * until it is there and then says again what the agent may not have heard.
 */
final class AgentLink {
  private static final long RETRY_MILLIS = 50;

  /** Of Linux' sockaddr_un, without the zero at its end. */
  private static final int LONGEST_PATH = 107;

  private final Path socket;
  private final Duration patience;
  private final Owner owner;
  private volatile boolean closed;
  private final AtomicReference<@Nullable LineChannel> channel = new AtomicReference<>();

  /** Whom the link serves; called on the link's thread, {@link #hello} also on the opening one. */
  interface Owner {
    /** The first line of each connection. */
    WireMessage hello();

    /** What an agent may not have heard; it must not mind to hear it twice. */
    List<WireMessage> owed();

    /** Takes what the agent says. */
    void hear(WireMessage message);

    /** The agent stayed away for longer than the task's patience, or broke the protocol. */
    void fail(RuntimeException cause);
  }

  AgentLink(ImpOptions options, Path socket, Owner owner) {
    this.socket = socket;
    this.patience = options.agentPatience();
    this.owner = owner;
  }

  /**
   * Connects for the first time. The agent may just start anew, so this waits for it as later
   * connections do; an {@link IOException} when it stays away, or at once when none can be there.
   */
  void open() throws IOException {
    String hopeless = hopeless();
    if (hopeless != null) {
      throw new IOException("Expected the node agent at " + socket + ", but " + hopeless);
    }
    channel.set(dial());
    Thread thread = new Thread(this::listen, "pliant-agent-link");
    thread.setDaemon(true);
    thread.start();
  }

  /** Why no agent will ever answer there, or null when one may. */
  private @Nullable String hopeless() {
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
      return "a socket's path has at most " + LONGEST_PATH + " bytes.";
    }
    Path folder = socket.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      return "there is no such folder; is " + ImpOptions.SOCKET + " of a job that is over?";
    }
    return Files.exists(socket) && !Files.isWritable(socket)
        ? "this user has no right to it; is " + ImpOptions.SOCKET + " of another user's job?"
        : null;
  }

  private LineChannel connect() throws IOException {
    SocketChannel raw = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      raw.connect(UnixDomainSocketAddress.of(socket));
    } catch (IOException e) {
      raw.close();
      throw new IOException(
          "Expected the node agent at " + socket + ", but cannot connect: " + e.getMessage(), e);
    }
    LineChannel fresh = new LineChannel(raw);
    try {
      fresh.send(owner.hello());
    } catch (IOException e) {
      fresh.close();
      throw e;
    }
    return fresh;
  }

  /**
   * Sends, or leaves it to the next opening when the agent is away: what is owed is said again
   * then.
   */
  void send(WireMessage message) {
    LineChannel current = channel.get();
    if (current == null) {
      return;
    }
    try {
      current.send(message);
    } catch (IOException e) {
      forget(current); // the listening thread sees the end, too, and dials
    }
  }

  private void listen() {
    while (!closed) {
      LineChannel current = channel.get();
      if (current == null) {
        current = redial();
        if (current == null) {
          return;
        }
        channel.set(current);
        if (closed) {
          end(current); // meanwhile; who closed it may have seen no connection yet
          return;
        }
        owner
            .owed()
            .forEach(
                this::send); // after the channel is set: what is owed from now on goes out itself
      }
      try {
        for (WireMessage message = current.receive();
            message != null;
            message = current.receive()) {
          owner.hear(message);
        }
      } catch (IOException e) {
        forget(current); // the agent is gone; dialled again below
      } catch (RuntimeException e) {
        owner.fail(e);
        end(current);
        return;
      }
      leave(current);
    }
  }

  /** For good: who broke the protocol is not dialled again. */
  private void end(LineChannel broken) {
    closed = true;
    leave(broken);
  }

  /** Nothing more is said or heard there. */
  private void leave(LineChannel broken) {
    forget(broken);
    try {
      broken.close();
    } catch (IOException e) {
      owner.fail(new IllegalStateException("Expected to leave the agent, but: " + e, e));
    }
  }

  /** Not when the listening thread has a newer one already. */
  private void forget(LineChannel broken) {
    boolean unused = channel.compareAndSet(broken, null);
  }

  private @Nullable LineChannel redial() {
    try {
      return dial();
    } catch (IOException e) {
      if (!closed) {
        owner.fail(new IllegalStateException(e.getMessage(), e));
      }
      return null;
    }
  }

  /** Dials until somebody answers, for as long as the task's patience and until it is closed. */
  private LineChannel dial() throws IOException {
    long end = System.nanoTime() + patience.toNanos();
    while (!closed) {
      try {
        return connect();
      } catch (IOException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
      try {
        Thread.sleep(RETRY_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("Expected to wait for the node agent, but was interrupted.", e);
      }
    }
    throw new IOException("Expected to dial the node agent, but the task has left its job.");
  }

  void close() throws IOException {
    closed = true;
    LineChannel current = channel.get();
    if (current != null) {
      current.close();
    }
  }
}
