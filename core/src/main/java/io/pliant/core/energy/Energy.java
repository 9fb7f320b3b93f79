package io.pliant.core.energy;

import org.jspecify.annotations.Nullable;

/**
 * Energy of one holder, or of a node while nobody held it.
 *
 * @param microjoules of the time that was measured
 * @param measuredMicros node time that was measured, in microseconds
 * @param gapMicros node time of which no meter tells anything, in microseconds
 * @param peakWatts most watts at a time, by the mean of each span, over all nodes together
 * @param estimated true when a part of it comes from a model
 */
public record Energy(
    long microjoules, long measuredMicros, long gapMicros, double peakWatts, boolean estimated) {
  /** Nothing held. */
  public static final Energy NONE = new Energy(0, 0, 0, 0, false);

  public double joules() {
    return microjoules / 1e6;
  }

  /** Mean watts of a node while it was measured; null when it never was. */
  public @Nullable Double meanWatts() {
    return measuredMicros == 0 ? null : (Double) ((double) microjoules / measuredMicros);
  }

  /** Sums; the peak is the larger one, so that it is that of the whole only when times differ. */
  Energy then(Energy later) {
    return new Energy(
        Math.addExact(microjoules, later.microjoules),
        Math.addExact(measuredMicros, later.measuredMicros),
        Math.addExact(gapMicros, later.gapMicros),
        Math.max(peakWatts, later.peakWatts),
        estimated || later.estimated);
  }
}
