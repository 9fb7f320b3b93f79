package io.pliant.runtime.controller.http;

import io.pliant.runtime.bounds.RareLog;
import io.pliant.runtime.bounds.Shares;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jdk.net.UnixDomainPrincipal;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Open connections of the HTTP API: so many in all, so many of one user of the host or of one
 * address. Those beyond are closed at once, so that the others are served; root and the
 * controller's own user are let in when others fill the port. A connection that brings no request
 * in time is closed.
 */
final class PeerConnections implements Connection.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(PeerConnections.class);

  private final Bounds bounds;
  private final Scheduler scheduler;
  private final Shares byPeer;
  private final Map<Connection, Guest> guests = new ConcurrentHashMap<>();
  private final RareLog refused = new RareLog();
  private final String own = System.getProperty("user.name", "root");

  /**
   * How many, and how slow.
   *
   * @param most connections in all
   * @param mostOfPeer connections of one peer
   * @param firstRequest time for all headers of the first request
   */
  record Bounds(int most, int mostOfPeer, Duration firstRequest) {}

  private record Guest(String peer, Scheduler.Task overdue) {}

  PeerConnections(Bounds bounds, Scheduler scheduler) {
    this.bounds = bounds;
    this.scheduler = scheduler;
    this.byPeer = new Shares(bounds.mostOfPeer());
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof SslConnection) {
      return; // one that speaks HTTP is inside
    }
    EndPoint end = connection.getEndPoint();
    String peer = peer(connection);
    boolean privileged = peer.equals("user root") || peer.equals("user " + own);
    if ((guests.size() >= bounds.most() && !privileged) || !byPeer.take(peer, 1)) {
      refused.happened(passed ->
          LOG.warn(
              "HTTP connection of {} closed: {} are open, {} may be, {} of one peer ({} more)",
              peer,
              guests.size(),
              bounds.most(),
              bounds.mostOfPeer(),
              passed));
      end.close(new IOException("too many connections"));
      return;
    }
    Scheduler.Task overdue =
        scheduler.schedule(
            () -> {
              if (connection.getMessagesIn() == 0) {
                end.close(new TimeoutException("no request came"));
              }
            },
            bounds.firstRequest().toMillis(),
            TimeUnit.MILLISECONDS);
    guests.put(connection, new Guest(peer, overdue));
  }

  @Override
  public void onClosed(Connection connection) {
    Guest guest = guests.remove(connection);
    if (guest != null) {
      guest.overdue().cancel();
      byPeer.give(guest.peer(), 1);
    }
  }

  int open() {
    return guests.size();
  }

  private static String peer(Connection connection) {
    EndPoint end = connection.getEndPoint();
    try {
      UnixDomainPrincipal local = LocalPeer.of(connection);
      if (local != null) {
        return "user " + local.user().getName();
      }
    } catch (IOException | UnsupportedOperationException e) {
      return "user unknown";
    }
    return end.getRemoteSocketAddress() instanceof InetSocketAddress remote
        ? "address " + remote.getAddress().getHostAddress()
        : "address unknown";
  }
}
