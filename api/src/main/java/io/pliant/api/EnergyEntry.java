package io.pliant.api;

import io.pliant.core.energy.Energy;
import io.pliant.core.energy.JobEnergy;
import io.pliant.core.energy.Share;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Energy of a job, or of one of its sizes, as far as it is counted.
 *
 * @param joules of the time that was measured
 * @param meanWatts of all nodes together while they were measured; null when none ever was
 * @param peakWatts most watts in a second, all nodes together
 * @param methods what measured it, sorted
 * @param estimated true when a part of it comes from a model and not from a meter
 * @param measuredSeconds node time that was measured
 * @param gapSeconds node time of which no meter told anything
 */
public record EnergyEntry(
    double joules,
    @Nullable Double meanWatts,
    double peakWatts,
    List<String> methods,
    boolean estimated,
    double measuredSeconds,
    double gapSeconds) {
  private static final double MICROS = 1e6;

  public EnergyEntry {
    methods = List.copyOf(methods);
  }

  /** All of a job; null when nothing is counted. */
  public static @Nullable EnergyEntry of(JobEnergy energy) {
    return energy.parts().isEmpty()
        ? null
        : of(energy.total(), energy.meanWatts(), energy.methods());
  }

  /** One interval of a job. */
  public static EnergyEntry of(Share share) {
    return of(share.energy(), share.meanWatts(), share.methods());
  }

  private static EnergyEntry of(Energy energy, @Nullable Double meanWatts, List<String> methods) {
    return new EnergyEntry(
        energy.joules(),
        meanWatts,
        energy.peakWatts(),
        methods,
        energy.estimated(),
        energy.measuredMicros() / MICROS,
        energy.gapMicros() / MICROS);
  }
}
