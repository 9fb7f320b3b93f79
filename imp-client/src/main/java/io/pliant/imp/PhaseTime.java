package io.pliant.imp;

/**
 * Where the time of a phase went at this task since the last adaptation.
 *
 * @param phase the phase index
 * @param communicationNanos inside communicator calls, or reported by the program
 * @param computationNanos the rest
 */
public record PhaseTime(int phase, long communicationNanos, long computationNanos) {
  /**
   * Time in communication by time in computation (MTCT of seed 000, section IV-D); 0 before
   * anything ran.
   */
  public double mtct() {
    return computationNanos == 0 ? 0 : (double) communicationNanos / computationNanos;
  }
}
