package io.pliant.actors.partition;

import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.JobId;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionState;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** What running programs were measured at. Not durable: it is told again and again. */
final class Measures {
  private final Map<JobId, Double> mtct = new TreeMap<>();

  void take(PartitionState state, PartitionCommand.Measured measured) {
    Grant grant = state.grants().get(measured.job());
    if (grant != null && grant.attempt() == measured.attempt()) {
      mtct.put(measured.job(), measured.mtct());
    }
    mtct.keySet().removeIf(job -> !state.grants().containsKey(job));
  }

  /** Values of the present size are reset by an adaptation. */
  void forget(JobId job) {
    mtct.remove(job);
  }

  /** Time in communication over time in computation, by job. */
  Map<JobId, Double> mtct() {
    return Collections.unmodifiableMap(new TreeMap<>(mtct));
  }
}
