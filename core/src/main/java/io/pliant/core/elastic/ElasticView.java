package io.pliant.core.elastic;

import java.util.Collections;
import java.util.List;

/**
 * All that an elastic policy may know.
 *
 * @param now time of the round
 * @param nodes of the machine
 * @param idle nodes that no job holds
 * @param running in order of start, and of job number among equals
 * @param waiting in order of the queue
 * @param cost of resizes, as measured
 */
public record ElasticView(
    long now,
    int nodes,
    int idle,
    List<RunningShape> running,
    List<WaitingShape> waiting,
    ResizeCost cost) {
  public ElasticView {
    running = Collections.unmodifiableList(running);
    waiting = Collections.unmodifiableList(waiting);
  }

  /** How long the running job would stand still for a resize to n nodes. */
  public long pause(RunningShape job, int n) {
    return cost.millis(job.nodes(), n, job.shape().gigabytes());
  }
}
