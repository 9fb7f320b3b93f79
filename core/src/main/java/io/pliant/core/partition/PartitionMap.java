package io.pliant.core.partition;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which partition a node belongs to, by the site's configuration: each node to one at most. */
public final class PartitionMap {
  private static final String ALL = "*";

  private final SortedMap<NodeName, PartitionName> named = new TreeMap<>();
  private final @Nullable PartitionName rest;

  private PartitionMap(List<PartitionSettings> partitions) {
    List<PartitionName> catchAll = new ArrayList<>();
    for (PartitionSettings partition : partitions) {
      if (partition.nodes().equals(ALL)) {
        catchAll.add(partition.name());
        continue;
      }
      for (NodeName node : Hostlist.expand(partition.nodes())) {
        PartitionName other = named.putIfAbsent(node, partition.name());
        if (other != null) {
          throw new IllegalArgumentException(
              "Expected each node in one partition, but '%s' is in '%s' and in '%s'."
                  .formatted(node, other, partition.name()));
        }
      }
    }
    if (catchAll.size() > 1) {
      throw new IllegalArgumentException(
          "Expected at most one partition with nodes = \"*\", but got %s.".formatted(catchAll));
    }
    rest = catchAll.isEmpty() ? null : catchAll.getFirst();
  }

  /** Throws IllegalArgumentException naming a node or partitions that contradict each other. */
  public static PartitionMap of(List<PartitionSettings> partitions) {
    return new PartitionMap(partitions);
  }

  /** The node's partition, or null when no partition names it. */
  public @Nullable PartitionName partitionOf(NodeName node) {
    return named.getOrDefault(node, rest);
  }
}
