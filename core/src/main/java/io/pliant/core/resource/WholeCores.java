package io.pliant.core.resource;

/**
 * Of which cores a slice is: it holds all threads of each, and its tasks use so many of them.
 *
 * @param threads threads of each core of the node, at least 1
 * @param used threads of each core that tasks use, from 1 to {@code threads}
 */
public record WholeCores(int threads, int used) {
  public WholeCores {
    if (used < 1 || threads < used || threads > Topology.MOST) {
      throw new IllegalArgumentException(
          "Expected 1 to %d threads of a core, and as many used at the most, but got %d and %d."
              .formatted(Topology.MOST, threads, used));
    }
  }

  /** Cores of so many cpus. */
  public int cores(int cpus) {
    return cpus / threads;
  }

  /** Of so many cpus those that tasks use. */
  public int usable(int cpus) {
    return cores(cpus) * used;
  }
}
