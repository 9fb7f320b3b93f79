package io.pliant.cli.run;

import io.pliant.cli.http.Endpoint;
import io.pliant.cli.http.TlsTrust;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Chooses the address on which the tasks' nodes can reach this process. */
final class ListenAddress {
  private ListenAddress() {}

  /**
   * {@code PLIANT_RUN_HOST} when set; else the address from which this host reaches the first
   * controller of {@code PLIANT_CONTROLLERS} that is not on this host; else the loopback address.
   */
  static InetAddress choose(Context context) throws IOException {
    String named = context.variable("PLIANT_RUN_HOST");
    if (named != null) {
      return InetAddress.getByName(named);
    }
    String controllers = context.variable("PLIANT_CONTROLLERS");
    if (controllers != null) {
      TlsTrust trust = TlsTrust.named(context.variable(TlsTrust.VARIABLE));
      for (String one : controllers.split("[, ]+", -1)) {
        if (Endpoint.parse(one, trust) instanceof Endpoint.Tcp tcp) {
          InetAddress remote = InetAddress.getByName(tcp.host());
          if (!remote.isLoopbackAddress()) {
            return towards(new InetSocketAddress(remote, tcp.port()));
          }
        }
      }
    }
    return InetAddress.getLoopbackAddress();
  }

  /** Connecting a datagram socket sends nothing, but makes the kernel choose a route. */
  private static InetAddress towards(InetSocketAddress remote) {
    try (DatagramSocket probe = new DatagramSocket()) {
      probe.connect(remote);
      return probe.getLocalAddress();
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected a route to %s, but %s. Set PLIANT_RUN_HOST to this host's address."
              .formatted(remote, e.getMessage()));
    }
  }
}
