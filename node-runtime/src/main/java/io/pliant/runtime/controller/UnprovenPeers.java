package io.pliant.runtime.controller;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;

/**
 * Connections to the cluster port that have not yet shown who they are: few, since each costs a
 * hundred kilobytes and any user of the host can open one. A new one sends the oldest away, so a
 * controller, which needs a few milliseconds, always gets in. Any thread.
 *
 * <p>It is sent away a moment later: remoting loses the socket of a connection that ends while it
 * is still being put together, and such sockets would stay open until their other ends close them.
 */
final class UnprovenPeers {
  private static final int MOST = 128;
  private static final Duration PUT_TOGETHER = Duration.ofMillis(100);
  private static final String NO_SUITE = "SSL_NULL_WITH_NULL_NULL";

  private final int most;
  private final Deque<Peer> waiting = new ArrayDeque<>();

  private final Executor later =
      CompletableFuture.delayedExecutor(PUT_TOGETHER.toMillis(), TimeUnit.MILLISECONDS);

  private record Peer(SSLEngine engine, Runnable sendAway) {
    /** Unless it has shown who it is meanwhile. */
    void leave() {
      if (!over(engine)) {
        sendAway.run();
      }
    }
  }

  UnprovenPeers() {
    this(MOST);
  }

  UnprovenPeers(int most) {
    this.most = most;
  }

  /** A connection begins; {@code sendAway} closes it. */
  void enter(SSLEngine engine, Runnable sendAway) {
    Peer oldest = null;
    synchronized (this) {
      waiting.removeIf(peer -> over(peer.engine()));
      if (waiting.size() == most) {
        oldest = waiting.removeFirst();
      }
      waiting.addLast(new Peer(engine, sendAway));
    }
    if (oldest != null) {
      later.execute(oldest::leave);
    }
  }

  /** Whether the handshake was completed, or there is nobody left to complete it. */
  private static boolean over(SSLEngine engine) {
    return !engine.getSession().getCipherSuite().equals(NO_SUITE)
        || engine.isInboundDone() && engine.isOutboundDone();
  }
}
