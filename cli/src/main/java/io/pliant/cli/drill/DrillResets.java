package io.pliant.cli.drill;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends open TCP connections: both ends see a reset, while both processes go on. */
final class DrillResets {
  private static final List<String> KILL = List.of("ss", "-K", "-t", "state", "established");
  private static final int SEEN_WITHIN_MILLIS = 2_000;

  private DrillResets() {}

  /**
   * Resets all connections of processes that were started with this prefix.
   *
   * @param prefix enters their network namespace
   */
  static void all(List<String> prefix) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(KILL);
    HostCommand.run(command);
  }

  /** What this host lacks, or null; found by resetting a connection of this process to itself. */
  static @Nullable String missing() throws IOException, InterruptedException {
    if (!HostCommand.exists("ss")) {
      return "ss (package iproute2)";
    }
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket()) {
      client.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
      List<String> command = new ArrayList<>(KILL);
      command.addAll(List.of("sport", "=", Integer.toString(client.getLocalPort())));
      HostCommand.end(command);
      client.setSoTimeout(SEEN_WITHIN_MILLIS);
      return ended(client) ? null : "a kernel with CONFIG_INET_DIAG_DESTROY";
    }
  }

  private static boolean ended(Socket client) {
    try {
      return client.getInputStream().read() < 0;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
