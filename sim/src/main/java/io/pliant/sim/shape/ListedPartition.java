package io.pliant.sim.shape;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;

/**
 * A partition of a job list: so many equal nodes.
 *
 * @param name its name; its nodes are {@code NAME-1} and so on, with as many digits as their number
 * @param nodes how many, from 1
 * @param cpus of each node
 * @param memoryMb megabytes of each node
 * @param gpus of each node, or 0
 */
public record ListedPartition(PartitionName name, int nodes, int cpus, int memoryMb, int gpus) {
  /** Most nodes of one partition. */
  static final int MOST_NODES = 10_000;

  /** What each of its nodes has. */
  NodeCapacity capacity() {
    return new NodeCapacity(cpus, memoryMb, gpus == 0 ? null : Kinds.of("gpu", gpus));
  }

  /** The node with that number, from 1. */
  NodeName node(int number) {
    int digits = String.valueOf(nodes).length();
    return new NodeName(name + "-" + "0".repeat(digits - String.valueOf(number).length()) + number);
  }
}
