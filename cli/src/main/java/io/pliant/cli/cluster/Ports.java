package io.pliant.cli.cluster;

import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds free ports on the loopback interface, below the range from which the kernel takes ports for
 * outgoing connections, so that they are still free at the next start.
 */
final class Ports {
  private static final int FIRST = 17_000;
  private static final int LAST = 32_000;

  /**
   * Bound and not listening, until this process ends: a controller may listen on such a port, and
   * no other command finds it free before one does.
   */
  private static final List<Socket> HELD = new ArrayList<>();

  private Ports() {}

  /**
   * {@code count} ports that nobody has now, held for this process until it ends; {@code seed}
   * spreads clusters over the range.
   */
  static List<Integer> free(int count, int seed) {
    List<Integer> found = new ArrayList<>();
    int range = LAST - FIRST;
    int start = Math.floorMod(seed, range);
    for (int i = 0; i < range && found.size() < count; i++) {
      int port = FIRST + (start + i) % range;
      if (hold(port)) {
        found.add(port);
      }
    }
    if (found.size() < count) {
      throw CommandFailure.operational(
          "Expected %d free ports between %d and %d on 127.0.0.1, but found %d."
              .formatted(count, FIRST, LAST, found.size()));
    }
    return found;
  }

  /** Takes the port as the only one, then lets it be shared with one that listens. */
  private static boolean hold(int port) {
    try {
      Socket socket = new Socket();
      try {
        socket.setReuseAddress(false);
        socket.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
        socket.setReuseAddress(true);
      } catch (IOException e) {
        socket.close();
        return false;
      }
      synchronized (HELD) {
        HELD.add(socket);
      }
      return true;
    } catch (IOException e) {
      throw CommandFailure.operational("Expected to look for free ports, but " + e.getMessage());
    }
  }

  /** True when nobody listens on the port. */
  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
