package io.pliant.sim.elastic;

import io.pliant.core.elastic.WaitingShape;
import io.pliant.core.size.SpeedUp;
import java.util.List;

/**
 * A job of a simulation, with what its policy does not know.
 *
 * @param shape what the policy knows; its job number is the job's index in the workload
 * @param id for reports
 * @param kind for reports, for example the type in a benchmark's mix
 * @param run run time in milliseconds on the preferred size, at most the estimate
 * @param phases parts of the run, whose shares add up to 1
 */
public record ElasticJob(WaitingShape shape, long id, String kind, long run, List<Phase> phases) {
  /**
   * A part of a run.
   *
   * @param share of the run time on the preferred size
   * @param curve speed-up during the phase
   */
  public record Phase(double share, SpeedUp curve) {}

  public ElasticJob {
    phases = List.copyOf(phases);
    if (run < 1 || run > shape.estimate() || phases.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected job %d to run between 1 and %d ms in at least one phase, but got %d ms in %d."
              .formatted(id, shape.estimate(), run, phases.size()));
    }
  }

  /** True when it can change size. */
  public boolean malleable() {
    return !shape.sizes().isRigid();
  }
}
