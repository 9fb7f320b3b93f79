package io.pliant.core.energy;

import org.jspecify.annotations.Nullable;

/**
 * Energy of one holder, or of a node.
 *
 * @param microjoules of the time that was measured
 * @param measuredMicros node time that was measured, in microseconds
 * @param gapMicros node time of which no meter tells anything, in microseconds
 * @param peakWatts most watts at a time; of a job over all its nodes together
 * @param estimated true when a part of it comes from a model
 */
public record Energy(
    long microjoules, long measuredMicros, long gapMicros, double peakWatts, boolean estimated) {
  /** Nothing. */
  public static final Energy NONE = new Energy(0, 0, 0, 0, false);

  /** Node time without a meter. */
  static Energy gap(long micros) {
    return new Energy(0, 0, micros, 0, false);
  }

  public double joules() {
    return microjoules / 1e6;
  }

  /** Mean watts of a node while it was measured; null when it never was. */
  public @Nullable Double meanWatts() {
    return measuredMicros == 0 ? null : (Double) ((double) microjoules / measuredMicros);
  }

  /**
   * Sums; the peak is the larger one, so it is that of the whole only when the times differ. Throws
   * ArithmeticException when it is more than a long holds (9 billion kilojoules).
   */
  public Energy plus(Energy other) {
    return new Energy(
        Math.addExact(microjoules, other.microjoules),
        Math.addExact(measuredMicros, other.measuredMicros),
        Math.addExact(gapMicros, other.gapMicros),
        Math.max(peakWatts, other.peakWatts),
        estimated || other.estimated);
  }

  Energy withPeak(double watts) {
    return new Energy(microjoules, measuredMicros, gapMicros, watts, estimated);
  }
}
