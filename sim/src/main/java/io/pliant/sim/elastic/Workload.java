package io.pliant.sim.elastic;

import io.pliant.core.reservation.Reservation;
import io.pliant.core.size.ResizeCost;
import java.util.List;

/**
 * What a simulation is fed with.
 *
 * @param name for reports
 * @param nodes of the machine, at least the preferred size of each job
 * @param jobs in order of submission; job i of the list has number i
 * @param cost of resizes
 * @param limited true when an estimate is a time limit, which ends a malleable job on whatever size
 *     it is, as on a cluster; false when it is one of the work, which takes longer on fewer nodes
 * @param reservations nodes that are set aside, by the names {@code n01} and so on, with as many
 *     digits as the number of nodes has
 */
public record Workload(
    String name,
    int nodes,
    List<ElasticJob> jobs,
    ResizeCost cost,
    boolean limited,
    List<Reservation> reservations) {
  public Workload {
    jobs = List.copyOf(jobs);
    reservations = List.copyOf(reservations);
  }

  /** Nothing is set aside. */
  public Workload(String name, int nodes, List<ElasticJob> jobs, ResizeCost cost, boolean limited) {
    this(name, nodes, jobs, cost, limited, List.of());
  }

  /** Estimates are of the work. */
  public Workload(String name, int nodes, List<ElasticJob> jobs, ResizeCost cost) {
    this(name, nodes, jobs, cost, false);
  }
}
