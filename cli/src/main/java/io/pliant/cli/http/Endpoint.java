package io.pliant.cli.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where a controller listens for HTTP. */
public sealed interface Endpoint {
  /** The value of the {@code Host} header. */
  String hostHeader();

  SocketAddress address();

  StandardProtocolFamily family();

  /** A Unix domain socket: the kernel tells the controller who is calling. */
  record Unix(Path socket) implements Endpoint {
    @Override
    public String hostHeader() {
      return "localhost";
    }

    @Override
    public SocketAddress address() {
      return UnixDomainSocketAddress.of(socket);
    }

    @Override
    public StandardProtocolFamily family() {
      return StandardProtocolFamily.UNIX;
    }

    @Override
    public String toString() {
      return "unix:" + socket;
    }
  }

  /**
   * A TCP port: a token tells the controller who is calling.
   *
   * @param tls whom to trust, or null for a connection that is not encrypted
   */
  record Tcp(String host, int port, @Nullable TlsTrust tls) implements Endpoint {
    /** True when a token may be sent: encrypted, or it does not leave this host. */
    boolean secret() {
      return tls != null
          || new InetSocketAddress(host, port).getAddress() instanceof InetAddress a
              && a.isLoopbackAddress();
    }

    @Override
    public String hostHeader() {
      return host + ":" + port;
    }

    @Override
    public SocketAddress address() {
      return new InetSocketAddress(host, port);
    }

    @Override
    public StandardProtocolFamily family() {
      return host.contains(":") ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET;
    }

    @Override
    public String toString() {
      return (tls == null ? "http://" : "https://") + host + ":" + port;
    }
  }

  /**
   * Parses {@code unix:/path}, {@code http://host:port}, {@code https://host:port} or {@code
   * host:port}, which is http.
   *
   * @param trust whom to trust when it is https
   */
  static Endpoint parse(String text, TlsTrust trust) {
    if (text.startsWith("unix:")) {
      return new Unix(Path.of(text.substring("unix:".length())));
    }
    try {
      URI uri = URI.create(text.contains("://") ? text : "http://" + text);
      boolean tls = "https".equals(uri.getScheme());
      if (!tls && !"http".equals(uri.getScheme()) || uri.getHost() == null || uri.getPort() < 1) {
        throw new IllegalArgumentException("no host and port");
      }
      return new Tcp(uri.getHost().replaceAll("[\\[\\]]", ""), uri.getPort(), tls ? trust : null);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Expected a controller as unix:/path, http://host:port or https://host:port, but got '%s' (%s)."
              .formatted(text, e.getMessage()),
          e);
    }
  }
}
