package io.pliant.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.runtime.settings.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PeerProbeTest {
  @Test
  void shouldTakeAProcessForGoneWhenAllItsPortsAreRefused() throws IOException {
    assertThat(PeerProbe.allRefused(List.of(closed(), closed()))).isTrue();
  }

  @Test
  void shouldNotTakeOneRefusedPortForTheEndOfAProcessThatListensOnAnother() throws IOException {
    try (ServerSocket agents = listen()) {
      List<HostPort> ports = List.of(closed(), port(agents));

      assertThat(PeerProbe.allRefused(ports)).isFalse();
    }
  }

  @Test
  void shouldNotTakeResetConnectionsForTheEndOfAProcess() throws Exception {
    try (ServerSocket resetting = listen()) {
      Thread resets = Thread.ofVirtual().start(() -> resetAll(resetting));

      for (int look = 0; look < 5; look++) {
        assertThat(PeerProbe.allRefused(List.of(port(resetting)))).isFalse();
      }
      resetting.close();
      resets.join();
    }
  }

  @Test
  void shouldLearnTheSecondPortFromTheRolesOfAMember() {
    HostPort member = new HostPort("127.0.0.1", 7001);
    Set<String> roles = Set.of("dc-default", "agents-on-", "agents-on-x", "agents-on-7301");

    assertThat(PeerProbe.ports(member, roles))
        .containsExactly(member, new HostPort("127.0.0.1", 7301));
  }

  private static void resetAll(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket accepted = server.accept()) {
        accepted.setSoLinger(true, 0); // its close sends a reset
      } catch (SocketException e) {
        assertThat(server.isClosed()).isTrue();
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  private static HostPort port(ServerSocket server) {
    return new HostPort("127.0.0.1", server.getLocalPort());
  }

  private static HostPort closed() throws IOException {
    try (ServerSocket server = listen()) {
      return port(server);
    }
  }
}
