package io.pliant.runtime.controller;

import io.pliant.runtime.settings.ControllerSettings;
import io.pliant.runtime.settings.HostPort;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks hosts whether a controller's process is there, by opening connections to its ports. Only
 * when all of them are refused is it gone: a reset of one, by a firewall or whoever can forge
 * packets, says nothing of the process.
 */
final class PeerProbe {
  private static final Logger LOG = LoggerFactory.getLogger(PeerProbe.class);
  private static final int PROBE_MILLIS = 500;

  private static final String ROLE = ControllerSettings.AGENTS_ROLE;

  private PeerProbe() {}

  /** All ports of a member that are known: that of the cluster and, by its roles, of agents. */
  static List<HostPort> ports(HostPort member, Set<String> roles) {
    List<HostPort> ports = new ArrayList<>(List.of(member));
    for (String role : roles) {
      if (role.matches(ROLE + "[0-9]{1,5}")) {
        ports.add(new HostPort(member.host(), Integer.parseInt(role.substring(ROLE.length()))));
      }
    }
    return ports;
  }

  /** True when somebody listens there. */
  static boolean answers(HostPort port) {
    return connect(port) == null;
  }

  /** True when the host says of each of the ports that nobody listens there. */
  static boolean allRefused(Collection<HostPort> ports) {
    return ports.stream().allMatch(PeerProbe::refused);
  }

  private static boolean refused(HostPort port) {
    return connect(port) instanceof ConnectException e
        && String.valueOf(e.getMessage()).contains("refused");
  }

  /** Connects; returns why that failed, or null when somebody listens. */
  private static @Nullable IOException connect(HostPort port) {
    try (Socket socket = new Socket()) {
      socket.connect(port.socketAddress(), PROBE_MILLIS);
      return null;
    } catch (IOException e) {
      LOG.debug("Controller {} does not answer: {}", port, e.getMessage());
      return e;
    }
  }
}
