package io.pliant.actors.partition;

import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.JobId;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionState;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What running programs were measured at. Not durable: it is told again and again. What was
 * measured before a resize says nothing of the size after it.
 */
final class Measures {
  private final Map<JobId, Known> known = new TreeMap<>();

  /** A value and the number of the resize after which it was measured, 0 for the start. */
  private record Known(double mtct, long resize) {}

  void take(PartitionState state, PartitionCommand.Measured measured) {
    Grant grant = state.grants().get(measured.job());
    if (grant != null && grant.attempt() == measured.attempt()) {
      known.put(measured.job(), new Known(measured.mtct(), measured.resize()));
    }
    known.keySet().removeIf(job -> !state.grants().containsKey(job));
  }

  /** Time in communication over time in computation on its present size, or null. */
  @Nullable Double of(PartitionState state, JobId job) {
    Known value = known.get(job);
    Grant grant = state.grants().get(job);
    return value == null || grant == null || grant.sizes().resizes() != value.resize()
        ? null
        : (Double) value.mtct();
  }

  /** The same of all jobs of which it is known. */
  Map<JobId, Double> mtct(PartitionState state) {
    Map<JobId, Double> values = new TreeMap<>();
    for (JobId job : known.keySet()) {
      Double value = of(state, job);
      if (value != null) {
        values.put(job, value);
      }
    }
    return Collections.unmodifiableMap(values);
  }
}
