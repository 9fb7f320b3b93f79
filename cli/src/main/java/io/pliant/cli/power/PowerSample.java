package io.pliant.cli.power;

import io.pliant.api.PowerStatus;
import io.pliant.core.power.Corridor;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What was drawn in a second.
 *
 * @param watts of the partitions that keep the corridor, or null when nothing was known
 * @param bounds that held, or null
 * @param partitions watts by the name of the partition
 */
record PowerSample(
    Instant at,
    @Nullable Double watts,
    @Nullable Corridor bounds,
    SortedMap<String, Double> partitions) {
  PowerSample {
    partitions = Collections.unmodifiableSortedMap(new TreeMap<>(partitions));
  }

  static PowerSample of(PowerStatus.Sample sample) {
    SortedMap<String, Double> partitions = new TreeMap<>();
    for (PowerStatus.Drawn drawn : sample.partitions()) {
      partitions.put(drawn.partition().value(), drawn.watts());
    }
    return new PowerSample(sample.at(), sample.watts(), sample.bounds(), partitions);
  }

  /** True when there are bounds, and what was drawn is known to be outside of them. */
  boolean violates() {
    return bounds != null && watts != null && !bounds.holds(watts);
  }
}
