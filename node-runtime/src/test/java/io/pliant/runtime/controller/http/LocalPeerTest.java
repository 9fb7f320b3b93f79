package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import jdk.net.UnixDomainPrincipal;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Attributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalPeerTest {
  @TempDir Path dir;

  /** A closed channel tells nothing: what is said afterwards was not asked for again. */
  @Test
  void shouldAskTheKernelOnceAConnection() throws IOException {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(dir.resolve("s"));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      try (SocketChannel client = SocketChannel.open(address);
          SocketChannel accepted = server.accept()) {
        assertThat(client.isConnected()).isTrue();
        Connection connection = connection(address, accepted);
        UnixDomainPrincipal first = LocalPeer.of(connection);
        accepted.close();

        assertThat(first).isNotNull();
        assertThat(LocalPeer.of(connection)).isSameAs(first);
      }
    }
  }

  @Test
  void shouldKnowNobodyByTcp() throws IOException {
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", 1);

    assertThat(LocalPeer.of(connection(address, new Object()))).isNull();
  }

  /** Jetty's connection as far as it is asked. */
  private static Connection connection(SocketAddress local, Object transport) {
    EndPoint end =
        (EndPoint)
            Proxy.newProxyInstance(
                EndPoint.class.getClassLoader(),
                new Class<?>[] {EndPoint.class},
                (_, method, _) ->
                    switch (method.getName()) {
                      case "getLocalSocketAddress" -> local;
                      case "getTransport" -> transport;
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    Attributes attributes = new Attributes.Mapped();
    return (Connection)
        Proxy.newProxyInstance(
            EndPoint.class.getClassLoader(),
            new Class<?>[] {Connection.class, Attributes.class},
            (_, method, words) ->
                method.getName().equals("getEndPoint") ? end : method.invoke(attributes, words));
  }
}
