package io.pliant.cli.power;

import io.pliant.cli.json.Json;
import io.pliant.core.power.Corridor;
import java.time.Instant;
import java.util.Collections;
import java.util.Objects;
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

  static PowerSample of(Json sample) {
    SortedMap<String, Double> partitions = new TreeMap<>();
    for (Json drawn : sample.get("partitions").list()) {
      partitions.put(drawn.get("partition").text(), drawn.get("watts").decimal());
    }
    return new PowerSample(
        Objects.requireNonNull(sample.get("at").instant(), "a sample has a time"),
        watts(sample.get("watts")),
        bounds(sample.get("bounds")),
        partitions);
  }

  static @Nullable Double watts(Json value) {
    return value.isNull() ? null : (Double) value.decimal();
  }

  static @Nullable Corridor bounds(Json value) {
    return value.isNull()
        ? null
        : new Corridor(value.get("lower").decimal(), value.get("upper").decimal());
  }

  /** True when there are bounds, and what was drawn is known to be outside of them. */
  boolean violates() {
    return bounds != null && watts != null && !bounds.holds(watts);
  }
}
