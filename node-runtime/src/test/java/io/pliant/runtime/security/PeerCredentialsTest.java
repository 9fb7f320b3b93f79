package io.pliant.runtime.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PeerCredentialsTest {
  @TempDir Path dir;

  @Test
  void shouldNameTheUserOfThisProcessWhenItConnectsToItself() throws IOException {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(dir.resolve("s"));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      try (SocketChannel client = SocketChannel.open(address);
          SocketChannel accepted = server.accept()) {
        assertThat(client.isConnected()).isTrue();

        assertThat(new PeerCredentials(UserAccounts.ofSystem()).of(accepted))
            .isEqualTo(UserAccounts.ofSystem().find(System.getProperty("user.name")));
      }
    }
  }
}
