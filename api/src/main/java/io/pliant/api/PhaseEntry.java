package io.pliant.api;

import io.pliant.core.adaptation.PhaseSum;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of a job have measured in one phase since the last resize.
 *
 * @param phase index that the program gave it
 * @param communicationSeconds summed over tasks
 * @param computationSeconds summed over tasks
 * @param mtct communication over computation (the MPI-to-compute-time ratio of seed 000), or null
 */
public record PhaseEntry(
    int phase, double communicationSeconds, double computationSeconds, @Nullable Double mtct) {
  private static final double NANOS = 1e9;

  /** What can be seen of a sum. */
  public static PhaseEntry of(PhaseSum sum) {
    return new PhaseEntry(
        sum.phase(), sum.communicationNs() / NANOS, sum.computationNs() / NANOS, sum.mtct());
  }
}
