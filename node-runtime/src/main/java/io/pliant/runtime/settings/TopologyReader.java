package io.pliant.runtime.settings;

import io.pliant.core.node.AgentTruth;
import io.pliant.core.resource.Topology;
import org.jspecify.annotations.Nullable;

/** Reads sockets, cores and threads that a node declares, which must give its cpus. */
final class TopologyReader {
  private static final String CORES = "cores-per-socket";

  private TopologyReader() {}

  /**
   * What is declared, or null for nothing: what the host has then counts.
   *
   * @param cpus of the node as declared; 0 where they follow
   */
  static @Nullable Topology read(Section section, int cpus) {
    int sockets = section.number("sockets", 0, Topology.MOST);
    int cores = section.number(CORES, 0, Topology.MOST);
    int threads = section.number("threads-per-core", 0, Topology.MOST);
    if (sockets == 0 && cores == 0 && threads == 0) {
      return null;
    }
    long others = Math.max(1L, sockets) * Math.max(1, threads);
    long each = cores > 0 ? cores : cpus / others;
    long all = each * others;
    if (all < 1 || all > AgentTruth.MOST_CPUS || cpus > 0 && all != cpus) {
      throw section.broken(
          CORES,
          "such a number that sockets x cores-per-socket x threads-per-core is node.cpus, which is %d"
              .formatted(cpus),
          null);
    }
    return new Topology(Math.max(1, sockets), (int) each, Math.max(1, threads));
  }
}
