package io.pliant.core.elastic;

import io.pliant.core.power.PowerView;
import io.pliant.core.size.ResizeCost;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that an elastic policy may know.
 *
 * @param now time of the round
 * @param nodes of the machine
 * @param idle nodes that no job holds
 * @param running in order of start, and of job number among equals
 * @param waiting in order of the queue
 * @param cost of resizes, as measured
 * @param power the corridor and what nodes draw, or null where power has no bounds
 */
public record Pool(
    long now,
    int nodes,
    int idle,
    List<RunningShape> running,
    List<WaitingShape> waiting,
    ResizeCost cost,
    @Nullable PowerView power) {
  public Pool {
    running = Collections.unmodifiableList(running);
    waiting = Collections.unmodifiableList(waiting);
  }

  /** A view of a machine whose power has no bounds. */
  public Pool(
      long now,
      int nodes,
      int idle,
      List<RunningShape> running,
      List<WaitingShape> waiting,
      ResizeCost cost) {
    this(now, nodes, idle, running, waiting, cost, null);
  }

  /** How long the running job would stand still for a resize to n nodes. */
  public long pause(RunningShape job, int n) {
    return cost.millis(job.nodes(), n, job.shape().gigabytes());
  }
}
