package io.pliant.core.view;

import io.pliant.core.id.PartitionName;
import java.time.Instant;
import java.util.List;

/**
 * All that a policy may know: an immutable snapshot of one partition.
 *
 * @param version rises with every change of the ledger
 * @param now the time of the round; policies read no clock
 * @param nodes all nodes, sorted by name
 * @param running jobs that hold nodes, sorted by job id
 * @param waiting waiting jobs in priority order, the head first
 */
public record ClusterView(
    PartitionName partition,
    long version,
    Instant now,
    List<NodeView> nodes,
    List<RunningJob> running,
    List<WaitingJob> waiting) {
  public ClusterView {
    nodes = List.copyOf(nodes);
    running = List.copyOf(running);
    waiting = List.copyOf(waiting);
  }
}
