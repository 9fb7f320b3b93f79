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
  /** Time below none, which only a program that lies or a faulty clock tells, counts as none. */
  public PhaseSum {
    communicationNs = Math.max(0, communicationNs);
    computationNs = Math.max(0, computationNs);
  }

  /** Both together, at most the largest number; of the same phase. */
  public PhaseSum plus(PhaseSum other) {
    return new PhaseSum(
        phase,
        sum(communicationNs, other.communicationNs),
        sum(computationNs, other.computationNs));
  }

  private static long sum(long one, long other) {
    return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
  }

  /** Communication over computation; null while nothing was computed. */
  public @Nullable Double mtct() {
    return computationNs == 0 ? null : (double) communicationNs / computationNs;
  }
}
