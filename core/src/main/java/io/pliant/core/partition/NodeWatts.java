package io.pliant.core.partition;

import io.pliant.core.power.PowerLever;
import io.pliant.core.power.Watts;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the site's configuration says of the power of a partition's nodes.
 *
 * @param idleWatts of a node on which no job runs, above 0
 * @param assumed watts of a node under a job of which nothing is declared or measured
 * @param levers what is allowed when no sizes of the jobs keep the upper bound
 */
public record NodeWatts(double idleWatts, Watts assumed, Set<PowerLever> levers) {
  public NodeWatts {
    levers = Collections.unmodifiableSortedSet(new TreeSet<>(levers));
    if (!(idleWatts > 0 && idleWatts <= assumed.low())) {
      throw new IllegalArgumentException(
          "Expected 0 < idle watts <= watts under a job, but got %s and %s."
              .formatted(idleWatts, assumed.low()));
    }
  }
}
