package io.pliant.core.energy;

import io.pliant.core.id.NodeName;

/**
 * Somebody held a node, or a part of it, for a time.
 *
 * @param holder who: a job, a step, an interval of a job between two resizes
 * @param from microseconds since the epoch
 * @param to microseconds since the epoch; not before {@code from}
 * @param weight share among those who hold the node at the same time, for example cpus; at least 1
 */
public record Holding<H>(H holder, NodeName node, long from, long to, int weight) {
  public Holding {
    if (to < from || weight < 1) {
      throw new IllegalArgumentException(
          "Expected a holding of %s of at least weight 1 that does not end before it begins, but got weight %d from %d to %d."
              .formatted(node, weight, from, to));
    }
  }
}
