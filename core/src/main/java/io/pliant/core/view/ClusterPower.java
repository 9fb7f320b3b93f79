package io.pliant.core.view;

import io.pliant.core.id.JobId;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.Watts;
import java.time.Instant;
import java.util.List;

/**
 * The power corridor of a partition and what its nodes draw, as a policy sees them.
 *
 * @param corridor bounds now
 * @param announced changes that are known already, in order of time
 * @param idleWatts of a node on which no job runs
 * @param assumed watts of a node under a job that is not among {@code jobs}
 * @param jobs watts of a node under each job of which something is declared or measured
 */
public record ClusterPower(
    Corridor corridor,
    List<Announced> announced,
    double idleWatts,
    Watts assumed,
    List<JobWatts> jobs) {
  public ClusterPower {
    announced = List.copyOf(announced);
    jobs = List.copyOf(jobs);
  }

  /** From a time on these bounds hold. */
  public record Announced(Instant at, Corridor corridor) {}

  /** Watts of each node of a job. */
  public record JobWatts(JobId job, Watts watts) {}
}
