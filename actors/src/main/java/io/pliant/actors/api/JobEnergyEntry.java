package io.pliant.actors.api;

import io.pliant.core.energy.JobEnergy;
import io.pliant.core.energy.Share;
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
 */
public record JobEnergyEntry(
    JobId job, @Nullable EnergyEntry total, List<SizeEntry> sizes, boolean complete) {
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
  }

  /** What is counted of a job. */
  public static JobEnergyEntry of(JobId job, JobEnergy energy) {
    List<Share> parts = energy.parts();
    boolean complete = !parts.isEmpty() && parts.getLast().interval().attempt() <= energy.counted();
    return new JobEnergyEntry(
        job, EnergyEntry.of(energy), parts.stream().map(SizeEntry::of).toList(), complete);
  }

  private static Instant time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
