package io.pliant.core.pack;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Allocation;
import java.util.List;

/**
 * Nodes that a partition's ledger holds for its share of an attempt; told until they are let go of.
 *
 * @param term fencing number of the partition's incarnation
 * @param lost those of the nodes that are down
 */
public record PackHold(
    PartitionName partition, int attempt, Allocation allocation, long term, List<NodeName> lost) {
  public PackHold {
    lost = List.copyOf(lost);
  }
}
