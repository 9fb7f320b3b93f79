package io.pliant.api;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How nodes stand, for those who watch them.
 *
 * @param whole these are all; else those that have changed since the last time
 * @param gone nodes that are no more; empty when these are all
 */
public record LiveNodes(boolean whole, List<LiveNode> nodes, List<NodeName> gone) {
  public LiveNodes {
    nodes = List.copyOf(nodes);
    gone = List.copyOf(gone);
  }

  /**
   * What changes of a node, without what changes with every heartbeat.
   *
   * @param state as in {@link NodeEntry#state}
   * @param watts drawn now, rounded; null when nothing was heard of its meter lately
   */
  public record LiveNode(
      NodeName node,
      PartitionName partition,
      String state,
      String reason,
      int cpus,
      int allocatedCpus,
      int memoryMb,
      int allocatedMemoryMb,
      List<JobId> jobs,
      @Nullable Long watts) {
    public LiveNode {
      jobs = List.copyOf(jobs);
    }

    /** As an entry has it. */
    public static LiveNode of(NodeEntry entry) {
      NodePower power = entry.power();
      return new LiveNode(
          entry.node(),
          entry.partition(),
          entry.state(),
          entry.reason(),
          entry.cpus(),
          entry.allocatedCpus(),
          entry.memoryMb(),
          entry.allocatedMemoryMb(),
          entry.jobs(),
          power == null ? null : (Long) Math.round(power.watts()));
    }
  }
}
