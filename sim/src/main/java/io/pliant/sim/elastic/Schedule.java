package io.pliant.sim.elastic;

import java.util.List;

/**
 * The outcome of a simulation. Times are in milliseconds, indices those of the workload's jobs.
 *
 * @param policy its name
 * @param starts start of each job
 * @param ends end of each job
 * @param references when each job would have ended as a rigid one, as the policy saw it at its
 *     start
 * @param changes sizes over time, in order of time
 */
public record Schedule(
    String policy, long[] starts, long[] ends, long[] references, List<Change> changes) {
  /**
   * From a time on a job holds so many nodes; 0 for its end.
   *
   * @param time when
   * @param job index
   * @param nodes that it holds
   */
  public record Change(long time, int job, int nodes) {}

  public Schedule {
    changes = List.copyOf(changes);
  }
}
