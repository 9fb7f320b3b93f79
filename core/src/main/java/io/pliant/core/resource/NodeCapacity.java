package io.pliant.core.resource;

import org.jspecify.annotations.Nullable;

/**
 * What a node has in all.
 *
 * @param cpus schedulable cpus, at least 1
 * @param memoryMb schedulable megabytes, at least 0
 * @param kinds what else is counted on it, or null for nothing
 * @param features what else is said of it, or null for nothing
 * @param traits its {@code /tmp}, weight and topology, or null for none
 */
public record NodeCapacity(
    int cpus,
    int memoryMb,
    @Nullable Kinds kinds,
    @Nullable Features features,
    @Nullable NodeTraits traits) {
  public NodeCapacity {
    kinds = Kinds.orNull(kinds);
    features = Features.orNull(features);
    traits = NodeTraits.orNull(traits);
  }

  /** A node without traits. */
  public NodeCapacity(int cpus, int memoryMb, @Nullable Kinds kinds, @Nullable Features features) {
    this(cpus, memoryMb, kinds, features, null);
  }

  /** A node without features. */
  public NodeCapacity(int cpus, int memoryMb, @Nullable Kinds kinds) {
    this(cpus, memoryMb, kinds, null);
  }

  /** Cpus and memory alone. */
  public NodeCapacity(int cpus, int memoryMb) {
    this(cpus, memoryMb, null);
  }

  /** Of what its cpus are made: one socket of cores where it does not tell. */
  public Topology topology() {
    return Topology.orFlat(NodeTraits.orNone(traits).topology(), cpus);
  }

  /** Threads of a core: one where it does not tell. */
  public int threadsPerCore() {
    Topology told = traits == null ? null : traits.topology();
    return told == null ? 1 : told.threadsPerCore();
  }

  /**
   * True when it has at least as much of each; a node that does not tell of what its cpus are made
   * when it has as many cpus.
   */
  public boolean covers(Topology least) {
    Topology told = NodeTraits.orNone(traits).topology();
    return told == null ? cpus >= least.cpus() : told.covers(least);
  }

  public Resources resources() {
    return Resources.of(cpus, memoryMb, kinds);
  }
}
