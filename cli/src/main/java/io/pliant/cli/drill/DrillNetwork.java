package io.pliant.cli.drill;

import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A network of its own for the cluster of a drill: a network namespace for each controller and one
 * for the agents, joined by a bridge. Each has an address of 127.77.0.0/24, which the kernel routes
 * inside them, so that the cluster stays on loopback addresses. The host's own network is not
 * touched. A cut loses packets without a word, in one direction.
 */
final class DrillNetwork implements AutoCloseable {
  private static final String BLOCK = "127.77.0.";
  private static final String AGENTS = "agents";
  private static final int AGENTS_NUMBER = 254;
  private static final String NOBODY = "02:00:00:00:de:ad";

  private final String prefix;
  private final List<String> controllers;

  private DrillNetwork(String prefix, List<String> controllers) {
    this.prefix = prefix;
    this.controllers = List.copyOf(controllers);
  }

  /** What this host lacks for a network of its own, or null; found by making a small one. */
  static @Nullable String missing() throws IOException, InterruptedException {
    if (!Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
      return "root";
    }
    if (!HostCommand.exists("ip") || !HostCommand.exists("nsenter")) {
      return "ip and nsenter (packages iproute2 and util-linux)";
    }
    try (DrillNetwork network = create(List.of("probe"))) {
      return network.refuses("probe", AGENTS_NUMBER)
          ? null
          : "a kernel that routes 127.77.0.0/24 between network namespaces";
    } catch (CommandFailure e) {
      return "network namespaces: " + e.getMessage();
    }
  }

  /** True when the other end is reached: nobody listens there, and it says so. */
  private boolean refuses(String from, int number) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(prefix(from));
    String connect = "exec 3<>/dev/tcp/%s%d/9".formatted(BLOCK, number);
    command.addAll(List.of("timeout", "5", "bash", "-c", connect));
    return HostCommand.end(command).said().contains("refused");
  }

  /** Makes the network; {@link #close} takes it away. */
  static DrillNetwork create(List<String> controllers) throws IOException, InterruptedException {
    DrillNetwork network =
        new DrillNetwork("pliant-" + ProcessHandle.current().pid() + "-", controllers);
    try {
      network.make();
      return network;
    } catch (CommandFailure | IOException | InterruptedException e) {
      network.close();
      throw e;
    }
  }

  private void make() throws IOException, InterruptedException {
    String hub = namespace(AGENTS);
    space(hub);
    HostCommand.run(List.of("ip", "-n", hub, "link", "add", "br0", "type", "bridge"));
    address(hub, "br0", AGENTS_NUMBER);
    for (int i = 0; i < controllers.size(); i++) {
      String own = namespace(controllers.get(i));
      String port = "v" + i;
      space(own);
      HostCommand.run(
          List.of(
              "ip", "-n", own, "link", "add", "eth0", "type", "veth", "peer", "name", port, "netns",
              hub));
      address(own, "eth0", i + 1);
      HostCommand.run(List.of("ip", "-n", hub, "link", "set", port, "master", "br0", "up"));
    }
  }

  /** An empty namespace in which 127.0.0.1 is local, and the rest of 127.0.0.0/8 is not. */
  private static void space(String name) throws IOException, InterruptedException {
    HostCommand.run(List.of("ip", "netns", "add", name));
    HostCommand.run(List.of("ip", "-n", name, "link", "set", "lo", "up"));
    HostCommand.run(List.of("ip", "-n", name, "addr", "del", "127.0.0.1/8", "dev", "lo"));
    HostCommand.run(List.of("ip", "-n", name, "addr", "add", "127.0.0.1/32", "dev", "lo"));
    HostCommand.run(
        List.of(
            "nsenter",
            "--net=" + path(name),
            "sh",
            "-c",
            "echo 1 > /proc/sys/net/ipv4/conf/all/route_localnet"));
  }

  private static void address(String space, String device, int number)
      throws IOException, InterruptedException {
    String address = BLOCK + number + "/24";
    HostCommand.run(List.of("ip", "-n", space, "addr", "add", address, "dev", device));
    HostCommand.run(List.of("ip", "-n", space, "link", "set", device, "up"));
  }

  /** Address of a controller. */
  String host(String controller) {
    return BLOCK + (controllers.indexOf(controller) + 1);
  }

  /** What starts a process in its namespace; those that are no controllers run with the agents. */
  List<String> prefix(String process) {
    String space = namespace(controllers.contains(process) ? process : AGENTS);
    return List.of("nsenter", "--net=" + path(space));
  }

  /** From now on nothing that one controller sends reaches the other. */
  void cut(String from, String to) throws IOException, InterruptedException {
    neighbour("replace", from, to, List.of("lladdr", NOBODY, "nud", "permanent"));
  }

  /** Undoes {@link #cut}. */
  void mend(String from, String to) throws IOException, InterruptedException {
    neighbour("del", from, to, List.of());
  }

  private void neighbour(String verb, String from, String to, List<String> more)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of("ip", "-n", namespace(from), "neigh", verb, host(to), "dev", "eth0"));
    command.addAll(more);
    HostCommand.run(command);
  }

  private String namespace(String of) {
    return prefix + of;
  }

  private static String path(String namespace) {
    return "/run/netns/" + namespace;
  }

  /**
   * Takes the namespaces away; what runs in them should have ended. A drill that is ended from
   * outside may do so twice at a time.
   */
  @Override
  public synchronized void close() throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(controllers);
    all.add(AGENTS);
    for (String each : all) {
      if (Files.exists(Path.of(path(namespace(each))))) {
        HostCommand.run(List.of("ip", "netns", "del", namespace(each)));
      }
    }
  }
}
