package io.pliant.core.adaptation;

import org.jspecify.annotations.Nullable;

/**
 * Time that tasks have spent in one phase since the last adaptation.
 *
 * @param phase index that the program gave it
 * @param communicationNs nanoseconds in communication, summed over tasks
 * @param computationNs nanoseconds in computation, summed over tasks
 */
public record PhaseSum(int phase, long communicationNs, long computationNs) {
  /** Both together; of the same phase. */
  public PhaseSum plus(PhaseSum other) {
    return new PhaseSum(
        phase, communicationNs + other.communicationNs, computationNs + other.computationNs);
  }

  /** Communication over computation; null while nothing was computed. */
  public @Nullable Double mtct() {
    return computationNs == 0 ? null : (double) communicationNs / computationNs;
  }
}
