package io.pliant.runtime.controller.http;

import io.pliant.runtime.settings.ControllerSettings.HttpSettings;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** The ports of the HTTP API. */
final class HttpConnectors {
  private static final Duration FIRST_REQUEST = Duration.ofSeconds(15);
  private static final int HEADER_BYTES = 16 * 1024;
  private static final int IDLE_MILLIS = 90_000;
  private static final int BACKLOG = 1024;

  private final ServerConnector tcp;
  private final @Nullable Path socket;

  private HttpConnectors(ServerConnector tcp, @Nullable Path socket) {
    this.tcp = tcp;
    this.socket = socket;
  }

  /** Binds the ports and hands them to {@code server}; it reads from them once it is started. */
  static HttpConnectors open(Server server, HttpSettings settings, @Nullable SSLContext tls)
      throws IOException {
    ServerConnector tcp = new ServerConnector(server, 1, 1, factories(tls));
    tcp.setHost(settings.address().host());
    tcp.setPort(settings.address().port());
    tcp.setIdleTimeout(IDLE_MILLIS);
    tcp.setAcceptQueueSize(BACKLOG);
    Path socket = settings.socket();
    if (socket != null) {
      removeStale(socket);
    }
    try {
      tcp.open();
    } catch (IOException e) {
      throw new IOException(
          "Expected to listen on %s (pliant.controller.http), but: %s. Free the port or set another."
              .formatted(settings.address(), rootOf(e).getMessage()),
          e);
    }
    server.addConnector(tcp);
    if (socket != null) {
      addSocket(server, socket);
    }
    // those beyond are closed as they come; this one only bounds how many are on their way
    server.addBean(new NetworkConnectionLimit(2 * settings.maxConnections(), server));
    PeerConnections peers =
        new PeerConnections(
            new PeerConnections.Bounds(
                settings.maxConnections(), settings.maxConnectionsByPeer(), FIRST_REQUEST),
            tcp.getScheduler());
    for (Connector connector : server.getConnectors()) {
      ((AbstractConnector) connector).addBean(peers);
    }
    return new HttpConnectors(tcp, socket);
  }

  int port() {
    return tcp.getLocalPort();
  }

  /** Lets every account of the host connect: who calls is proven by the kernel, not by the file. */
  void shareSocket() throws IOException {
    if (socket != null) {
      Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
    }
  }

  /** Gives the TCP port back when the server was not started, and so cannot do it. */
  void close() {
    tcp.close();
  }

  void removeSocket() throws IOException {
    if (socket != null) {
      Files.deleteIfExists(socket);
    }
  }

  private static ConnectionFactory[] factories(@Nullable SSLContext tls) {
    if (tls == null) {
      return new ConnectionFactory[] {new HttpConnectionFactory(configuration())};
    }
    HttpConfiguration secure = configuration();
    SecureRequestCustomizer customizer = new SecureRequestCustomizer(false);
    secure.addCustomizer(customizer);
    SslContextFactory.Server context = new SslContextFactory.Server();
    context.setSslContext(tls);
    return new ConnectionFactory[] {
      new SslConnectionFactory(context, "http/1.1"), new HttpConnectionFactory(secure)
    };
  }

  private static HttpConfiguration configuration() {
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setSendServerVersion(false);
    configuration.setSendDateHeader(false);
    configuration.setRequestHeaderSize(HEADER_BYTES);
    configuration.setUseInputDirectByteBuffers(false); // they are not pooled
    configuration.setUseOutputDirectByteBuffers(false);
    return configuration;
  }

  private static void addSocket(Server server, Path socket) {
    UnixDomainServerConnector connector =
        new UnixDomainServerConnector(server, 1, 1, factories(null));
    connector.setUnixDomainPath(socket);
    connector.setIdleTimeout(IDLE_MILLIS);
    connector.setAcceptQueueSize(BACKLOG);
    server.addConnector(connector);
  }

  private static void removeStale(Path socket) throws IOException {
    if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      probe.connect(UnixDomainSocketAddress.of(socket));
    } catch (IOException nobodyListens) {
      Files.delete(socket);
      return;
    }
    throw new IOException(
        "Expected to listen on %s (pliant.controller.http.socket), but another process does. Stop it or set another path."
            .formatted(socket));
  }

  private static Throwable rootOf(Throwable e) {
    Throwable cause = e.getCause();
    return cause == null ? e : rootOf(cause);
  }
}
