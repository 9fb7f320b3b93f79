package io.pliant.api;

import io.pliant.core.id.PartitionName;
import io.pliant.core.priority.PriorityWeights;
import java.util.List;

/**
 * What orders the queue of one partition.
 *
 * @param weights of the factors
 * @param jobs those that wait and are not held, the head first
 */
public record PartitionPriorities(
    PartitionName partition, PriorityWeights weights, List<PriorityEntry> jobs) {
  public PartitionPriorities {
    jobs = List.copyOf(jobs);
  }
}
