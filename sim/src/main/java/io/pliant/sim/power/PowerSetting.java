package io.pliant.sim.power;

import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.Watts;
import java.util.List;

/**
 * What a simulation knows of power.
 *
 * @param corridor bounds by time
 * @param announced true when the policy is told the changes to come
 * @param idleWatts of a node on which no job runs
 * @param jobs in the order of the workload
 * @param measuredAfter milliseconds after a start, or a new phase, at which the policy knows the
 *     real watts; before, it has what was declared, or the watts of the phase before
 */
public record PowerSetting(
    CorridorTable corridor,
    boolean announced,
    double idleWatts,
    List<Profile> jobs,
    long measuredAfter) {
  public PowerSetting {
    jobs = List.copyOf(jobs);
  }

  /**
   * Watts of each node of a job.
   *
   * @param declared by the user
   * @param phases what is really drawn, in each phase of the job
   */
  public record Profile(Watts declared, List<Double> phases) {
    public Profile {
      phases = List.copyOf(phases);
    }
  }
}
