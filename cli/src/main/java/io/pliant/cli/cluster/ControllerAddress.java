package io.pliant.cli.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a controller listens.
 *
 * @param host an address of this host
 * @param cluster port for the other controllers
 * @param agents port for node agents
 * @param http port of the HTTP API
 * @param journal port for the other members of the journal's group
 */
record ControllerAddress(String host, int cluster, int agents, int http, int journal) {
  private static final int PORTS_EACH = 4;

  /** Addresses with free ports for controllers c{@code first}, c{@code first + 1} and so on. */
  static List<ControllerAddress> choose(Placement placement, int first, int count, int seed) {
    List<Integer> ports = Ports.free(count * PORTS_EACH, seed);
    List<ControllerAddress> addresses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Integer> own = ports.subList(i * PORTS_EACH, (i + 1) * PORTS_EACH);
      addresses.add(
          new ControllerAddress(
              placement.host("c" + (first + i)), own.get(0), own.get(1), own.get(2), own.get(3)));
    }
    return addresses;
  }

  /** As a contact point of the cluster. */
  String seed() {
    return host + ":" + cluster;
  }

  /** As agents dial it. */
  String agent() {
    return host + ":" + agents;
  }

  /** As a member of the journal's group of that name. */
  String member(String name) {
    return name + "=" + host + ":" + journal;
  }

  /** Of the HTTP API. */
  String url() {
    return "http://" + host + ":" + http;
  }
}
