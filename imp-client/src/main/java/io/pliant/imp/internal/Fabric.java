package io.pliant.imp.internal;

import io.pliant.imp.wire.Member;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A task's TCP connections to the other tasks of its job: opened at the first use, kept, watched by
 * heartbeats of a thread of their own.
 */
public final class Fabric implements AutoCloseable {
  /** The largest payload of one message, in bytes. */
  public static final int MAX_PAYLOAD = Integer.MAX_VALUE - 1024;

  private static final int CONNECT_MILLIS = 10_000;

  private final ServerSocket listener;
  private final FabricOptions options;
  private final Mailbox mailbox;
  private final Map<String, Peer> peers = new ConcurrentHashMap<>();
  private final Map<String, String> gone = new ConcurrentHashMap<>();
  private final Set<Peer> connections = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> sent = new ConcurrentHashMap<>();
  private final Departures departures;
  private volatile boolean leaving;
  private volatile boolean closed;
  private volatile String secret = "";
  private volatile String task = "";

  // where news goes: set once before anybody connects
  private volatile BiConsumer<String, String> onGone = (lostTask, why) -> {};
  private volatile BiConsumer<Integer, byte[]> onControl = (from, text) -> {};

  private Fabric(ServerSocket listener, FabricOptions options) {
    this.listener = listener;
    this.options = options;
    this.mailbox = new Mailbox(options.limitPerPeer());
    this.departures = new Departures(mailbox::left);
  }

  /**
   * Listens on a free port of {@code options.host()}; connections are taken after {@link #start}.
   */
  public static Fabric open(FabricOptions options) throws IOException {
    ServerSocket listener = new ServerSocket();
    listener.bind(new InetSocketAddress(InetAddress.getByName(options.host()), 0), 256);
    return new Fabric(listener, options);
  }

  /** The TCP port that other tasks dial. */
  public int port() {
    return listener.getLocalPort();
  }

  /**
   * Takes connections from now on.
   *
   * @param self this task's word
   * @param jobSecret what a task must say to be let in
   * @param lost told of a task that is gone, and why; once for each
   * @param control told of a control message's sender rank and text
   */
  public void start(
      String self,
      String jobSecret,
      BiConsumer<String, String> lost,
      BiConsumer<Integer, byte[]> control) {
    task = self;
    secret = jobSecret;
    onGone = lost;
    onControl = control;
    thread("pliant-accept", this::accept).start();
    thread("pliant-heartbeat", this::beat).start();
  }

  String task() {
    return task;
  }

  String secret() {
    return secret;
  }

  FabricOptions options() {
    return options;
  }

  Mailbox mailbox() {
    return mailbox;
  }

  static Thread thread(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    return thread;
  }

  private void accept() {
    while (!closed) {
      try {
        Peer.accepted(this, listener.accept()).start();
      } catch (IOException e) {
        if (!closed) {
          mailbox.end(
              new IllegalStateException(
                  "Expected to take connections of other tasks, but: " + e.getMessage(), e));
        }
        return;
      }
    }
  }

  private void beat() {
    long intervalMillis = options.heartbeat().toMillis();
    while (!closed) {
      try {
        Thread.sleep(intervalMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      long now = System.nanoTime();
      for (Peer peer : connections) {
        peer.beat(now);
      }
    }
  }

  void opened(Peer peer) {
    connections.add(peer);
    if (closed) {
      peer.sever();
    } else if (leaving) {
      peer.goodbye();
    }
  }

  /** A connection whose other end has said who it is; messages to that task take it from now on. */
  void introduced(String peerTask, Peer peer) {
    peers.putIfAbsent(peerTask, peer);
  }

  void delivered(Frame frame, String from) throws InterruptedException {
    if (frame.type() == Frame.CONTROL) {
      onControl.accept(frame.from(), frame.payload());
    } else {
      mailbox.put(
          frame.context(), frame.tag(), new Mailbox.Letter(frame.from(), from, frame.payload()));
      departures.delivered(from);
    }
  }

  /**
   * A connection is over. One who has said goodbye is not lost by it: two that dialled each other
   * at once have two connections, and the second may not have been taken when its other end left.
   */
  void ended(@Nullable String peerTask, Peer peer, @Nullable String why) {
    if (peerTask != null && !closed) {
      peers.remove(peerTask, peer);
      if (why != null) {
        lost(peerTask, why);
      }
    }
    connections.remove(peer);
  }

  private void lost(String peerTask, String why) {
    if (!closed && !departures.saidGoodbye(peerTask) && gone.putIfAbsent(peerTask, why) == null) {
      onGone.accept(peerTask, why);
    }
  }

  /** Sends to {@code to}, dialling when needed; says false when it is gone (and tells of it). */
  boolean send(Member to, Frame frame) {
    Peer peer = peer(to);
    if (peer != null && frame.type() == Frame.DATA) {
      sent.merge(to.task(), 1L, Long::sum);
    }
    return peer != null && peer.send(frame);
  }

  /**
   * How many messages went to a task: its goodbye says so, since they may be on another connection.
   */
  long sentTo(String peerTask) {
    return sent.getOrDefault(peerTask, 0L);
  }

  void goodbye(String peerTask, long messages) {
    departures.goodbye(peerTask, messages);
  }

  /** Makes sure that the end of {@code to} would be noticed. */
  void watch(Member to) {
    Peer unused = peer(to);
  }

  private @Nullable Peer peer(Member to) {
    Peer known = peers.get(to.task());
    if (known != null || gone.containsKey(to.task()) || mailbox.hasLeft(to.task()) || closed) {
      return known;
    }
    synchronized (this) {
      known = peers.get(to.task());
      return known == null ? dial(to) : known;
    }
  }

  /**
   * Both ends may dial at once. The first connection that is known here carries all that is sent,
   * so that messages keep their order; the other stays for what its other end sends on it.
   */
  private @Nullable Peer dial(Member to) {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(to.host(), to.port()), CONNECT_MILLIS);
      Peer peer = Peer.dialled(this, socket, to.task());
      Peer earlier = peers.putIfAbsent(to.task(), peer);
      peer.start();
      return earlier == null ? peer : earlier;
    } catch (IOException e) {
      try {
        socket.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
      String why =
          "cannot be reached at " + to.host() + ":" + to.port() + " (" + e.getMessage() + ")";
      lost(to.task(), why);
      return null;
    }
  }

  /** Why a task is gone, or null. */
  @Nullable String whyGone(String lostTask) {
    return gone.get(lostTask);
  }

  /**
   * Leaves the others in good order: they see a task that has left, not one that is lost. Waits for
   * them to take its last messages, for as long as a silent one counts as alive.
   */
  @Override
  public void close() {
    leaving = true;
    connections.forEach(Peer::goodbye);
    long end = System.nanoTime() + options.silence().toNanos();
    boolean waiting = !closed;
    while (waiting && !connections.isEmpty() && System.nanoTime() < end) {
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        waiting = false;
      }
    }
    sever("the task has closed its library");
  }

  /** Ends all connections as if the process had died. */
  public void sever(String reason) {
    closed = true;
    mailbox.end(new IllegalStateException("Expected a living task, but " + reason + "."));
    try {
      listener.close();
    } catch (IOException e) {
      throw new IllegalStateException("Expected to close a listening socket, but could not.", e);
    } finally {
      connections.forEach(Peer::sever);
    }
  }
}
