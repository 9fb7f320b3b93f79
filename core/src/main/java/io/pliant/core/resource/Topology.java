package io.pliant.core.resource;

import org.jspecify.annotations.Nullable;

/**
 * Of what the cpus of a node are made; in a request, what a node has at least. Each cpu is a thread
 * of a core, as Slurm counts them.
 *
 * @param sockets at least 1
 * @param coresPerSocket at least 1
 * @param threadsPerCore at least 1
 */
public record Topology(int sockets, int coresPerSocket, int threadsPerCore) {
  /** One of each, which every node has. */
  public static final Topology LEAST = new Topology(1, 1, 1);

  /** Largest number of each. */
  public static final int MOST = 65_536;

  public Topology {
    if (outside(sockets) || outside(coresPerSocket) || outside(threadsPerCore)) {
      throw new IllegalArgumentException(
          "Expected 1 to %d sockets, cores of a socket and threads of a core, but got %d, %d and %d."
              .formatted(MOST, sockets, coresPerSocket, threadsPerCore));
    }
  }

  private static boolean outside(int count) {
    return count < 1 || count > MOST;
  }

  /**
   * One socket with a core for each cpu, at most {@link #MOST}: how a node counts that tells none.
   */
  public static Topology flat(int cpus) {
    return new Topology(1, Math.clamp(cpus, 1, MOST), 1);
  }

  /** The same; flat where a node of so many cpus tells none: how it is shown. */
  public static Topology orFlat(@Nullable Topology told, int cpus) {
    return told == null ? flat(cpus) : told;
  }

  /** The same; null where every node has as much: how a request is stored. */
  public static @Nullable Topology orNull(@Nullable Topology least) {
    return LEAST.equals(least) ? null : least;
  }

  /** Threads in all. */
  public long cpus() {
    return (long) sockets * coresPerSocket * threadsPerCore;
  }

  /** True when it has at least as much of each. */
  public boolean covers(Topology least) {
    return sockets >= least.sockets
        && coresPerSocket >= least.coresPerSocket
        && threadsPerCore >= least.threadsPerCore;
  }

  /** As Slurm writes it: {@code 2:8:2}. */
  public String word() {
    return sockets + ":" + coresPerSocket + ":" + threadsPerCore;
  }
}
