package io.pliant.core.sighting;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionState;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * What running programs were measured at. What was measured before a resize says nothing of the
 * size after it.
 */
public record ProgramSightings(TreePMap<JobId, Measure> known) {
  /** Nothing was told yet. */
  public static final ProgramSightings NONE = new ProgramSightings(TreePMap.empty());

  /**
   * What was told of a program.
   *
   * @param mtct time in communication over time in computation
   * @param resize number of the resize after which it was measured, 0 for the start
   */
  public record Measure(double mtct, long resize) {}

  /** With what an attempt was measured at, if it holds nodes; without jobs that hold none. */
  public ProgramSightings measured(PartitionState state, AttemptId attempt, Measure value) {
    Grant grant = state.grants().get(attempt.job());
    boolean holds = grant != null && grant.attempt() == attempt.attempt();
    TreePMap<JobId, Measure> now = holds ? known.plus(attempt.job(), value) : known;
    return new ProgramSightings(Running.only(now, state));
  }

  /** Time in communication over time in computation of a job on its present size, or null. */
  public @Nullable Double mtct(PartitionState state, JobId job) {
    Measure value = known.get(job);
    Grant grant = state.grants().get(job);
    return value == null || grant == null || grant.sizes().resizes() != value.resize()
        ? null
        : (Double) value.mtct();
  }

  /** The same of all jobs of which it is known. */
  public Map<JobId, Double> mtct(PartitionState state) {
    Map<JobId, Double> values = new TreeMap<>();
    for (JobId job : known.keySet()) {
      Double value = mtct(state, job);
      if (value != null) {
        values.put(job, value);
      }
    }
    return Collections.unmodifiableMap(values);
  }
}
