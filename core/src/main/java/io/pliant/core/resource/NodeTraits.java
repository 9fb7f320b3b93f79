package io.pliant.core.resource;

import org.jspecify.annotations.Nullable;

/**
 * What a node says of itself that is neither counted nor a name.
 *
 * @param tmpMb megabytes of its {@code /tmp} in all, at least 0
 * @param weight nodes of low weight are taken before others; 1 by default, as Slurm's
 * @param topology of what its cpus are made, or null where that is not known; and from agents that
 *     do not tell it
 */
public record NodeTraits(int tmpMb, int weight, @Nullable Topology topology) {
  /** A node without any: an older agent tells none. */
  public static final NodeTraits NONE = new NodeTraits(0, 1, null);

  /** Largest weight. */
  public static final int MOST_WEIGHT = 65_535;

  public NodeTraits {
    if (tmpMb < 0 || weight < 0 || weight > MOST_WEIGHT) {
      throw new IllegalArgumentException(
          "Expected at least 0 MB of /tmp and a weight of 0 to %d, but got %d and %d."
              .formatted(MOST_WEIGHT, tmpMb, weight));
    }
  }

  /** A node of which the topology is not known. */
  public NodeTraits(int tmpMb, int weight) {
    this(tmpMb, weight, null);
  }

  /** The same; none where it is null. */
  public static NodeTraits orNone(@Nullable NodeTraits traits) {
    return traits == null ? NONE : traits;
  }

  /** The same; null where there are none: how it is stored. */
  public static @Nullable NodeTraits orNull(@Nullable NodeTraits traits) {
    return NONE.equals(traits) ? null : traits;
  }
}
