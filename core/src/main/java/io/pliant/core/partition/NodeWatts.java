package io.pliant.core.partition;

import io.pliant.core.power.Watts;

/**
 * What the site's configuration says of the power of a partition's nodes.
 *
 * @param idleWatts of a node on which no job runs, above 0
 * @param assumed watts of a node under a job of which nothing is declared or measured
 */
public record NodeWatts(double idleWatts, Watts assumed) {
  public NodeWatts {
    if (!(idleWatts > 0 && idleWatts <= assumed.low())) {
      throw new IllegalArgumentException(
          "Expected 0 < idle watts <= watts under a job, but got %s and %s."
              .formatted(idleWatts, assumed.low()));
    }
  }
}
