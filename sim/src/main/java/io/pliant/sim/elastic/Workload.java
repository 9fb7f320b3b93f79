package io.pliant.sim.elastic;

import io.pliant.core.elastic.ResizeCost;
import java.util.List;

/**
 * What a simulation is fed with.
 *
 * @param name for reports
 * @param nodes of the machine, at least the preferred size of each job
 * @param jobs in order of submission; job i of the list has number i
 * @param cost of resizes
 */
public record Workload(String name, int nodes, List<ElasticJob> jobs, ResizeCost cost) {
  public Workload {
    jobs = List.copyOf(jobs);
  }
}
