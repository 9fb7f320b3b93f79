package io.pliant.api;

import io.pliant.core.energy.JobEnergy;
import io.pliant.core.energy.Share;
import io.pliant.core.energy.StepShare;
import io.pliant.core.id.JobId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The energy account of a job.
 *
 * @param total over all attempts, or null when nothing is counted
 * @param sizes in order of time; when there are very many, the first one stands for the oldest
 * @param complete true when all of the newest counted attempt is counted
 * @param steps what of it steps had, in order; when there are very many, the newest ones
 */
public record JobEnergyEntry(
    JobId job,
    @Nullable EnergyEntry total,
    List<SizeEntry> sizes,
    boolean complete,
    List<StepEntry> steps) {
  /**
   * Energy of a step.
   *
   * @param attempt from 1
   * @param step number, or -1 for the batch script
   * @param joules of the time that was measured
   * @param peakWatts most watts in a second of the clock, all nodes together
   * @param methods what measured it, sorted
   * @param estimated true when a part of it comes from a model and not from a meter
   * @param measuredSeconds node time that was measured
   */
  public record StepEntry(
      int attempt,
      int step,
      double joules,
      double peakWatts,
      List<String> methods,
      boolean estimated,
      double measuredSeconds) {
    public StepEntry {
      methods = List.copyOf(methods);
    }

    static StepEntry of(StepShare share) {
      return new StepEntry(
          share.step().attempt(),
          share.step().step(),
          share.energy().joules(),
          share.energy().peakWatts(),
          share.methods(),
          share.energy().estimated(),
          share.energy().measuredMicros() / 1e6);
    }
  }

  /**
   * Energy of a job while it had one size.
   *
   * @param attempt from 1
   * @param number within the attempt, from 0
   * @param nodes the size
   * @param from when it began
   * @param to when it ended, or null while it goes on or is not counted to its end
   */
  public record SizeEntry(
      int attempt, int number, int nodes, Instant from, @Nullable Instant to, EnergyEntry energy) {
    static SizeEntry of(Share share) {
      Long to = share.to();
      return new SizeEntry(
          share.interval().attempt(),
          share.interval().number(),
          share.nodes(),
          time(share.from()),
          to == null ? null : time(to),
          EnergyEntry.of(share));
    }
  }

  public JobEnergyEntry {
    sizes = List.copyOf(sizes);
    steps = List.copyOf(steps);
  }

  /** What is counted of a job. */
  public static JobEnergyEntry of(JobId job, JobEnergy energy) {
    List<Share> parts = energy.parts();
    boolean complete = !parts.isEmpty() && parts.getLast().interval().attempt() <= energy.counted();
    return new JobEnergyEntry(
        job,
        EnergyEntry.of(energy),
        parts.stream().map(SizeEntry::of).toList(),
        complete,
        energy.steps().values().stream().map(StepEntry::of).toList());
  }

  private static Instant time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
