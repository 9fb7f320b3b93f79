package io.pliant.runtime.controller.http;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;

/**
 * Who is at the other end of a connection to the Unix socket. The kernel is asked once for each: it
 * tells numbers, and to have their names the host's directory of accounts is asked, which may be
 * slow.
 */
final class LocalPeer {
  private static final String ATTRIBUTE = LocalPeer.class.getName();

  private LocalPeer() {}

  /** The user and group that connected, or null when the connection came by TCP. */
  static @Nullable UnixDomainPrincipal of(Connection connection) throws IOException {
    EndPoint end = connection.getEndPoint();
    if (!(end.getLocalSocketAddress() instanceof UnixDomainSocketAddress)
        || !(end.getTransport() instanceof SocketChannel channel)) {
      return null;
    }
    if (!(connection instanceof Attributes attributes)) {
      return channel.getOption(ExtendedSocketOptions.SO_PEERCRED);
    }
    if (attributes.getAttribute(ATTRIBUTE) instanceof UnixDomainPrincipal known) {
      return known;
    }
    UnixDomainPrincipal peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED);
    attributes.setAttribute(ATTRIBUTE, peer);
    return peer;
  }
}
