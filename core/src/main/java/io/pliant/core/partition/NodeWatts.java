package io.pliant.core.partition;

import io.pliant.core.power.PowerLever;
import io.pliant.core.power.Watts;
import java.util.Set;

/**
 * What the site's configuration says of the power of a partition's nodes.
 *
 * @param idleWatts of a node on which no job runs, above 0
 * @param assumed watts of a node under a job of which nothing is declared or measured
 * @param levers what is allowed when no sizes of the jobs keep the upper bound
 */
public record NodeWatts(double idleWatts, Watts assumed, Set<PowerLever> levers) {
  /** Watts of nodes on which nothing is capped and nobody suspended. */
  public NodeWatts(double idleWatts, Watts assumed) {
    this(idleWatts, assumed, Set.of());
  }

  public NodeWatts {
    levers = Set.copyOf(levers);
    if (!(idleWatts > 0 && idleWatts <= assumed.low())) {
      throw new IllegalArgumentException(
          "Expected 0 < idle watts <= watts under a job, but got %s and %s."
              .formatted(idleWatts, assumed.low()));
    }
  }
}
