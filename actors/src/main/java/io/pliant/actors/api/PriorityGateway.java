package io.pliant.actors.api;

import io.pliant.api.PriorityEntry;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.QueueFilter;
import io.pliant.core.partition.QueueMoves;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletionStage;

/** What orders queues; stages as those of {@link ClusterGateway}. */
public interface PriorityGateway {
  /** The wanted ones of the jobs that wait in a partition and are not held, in queue order. */
  CompletionStage<List<PriorityEntry>> priorities(PartitionName partition, QueueFilter filter);

  /**
   * Nice values by which those jobs, which wait in the partition, come before others of their user,
   * in the order in which jobs are to get them.
   */
  CompletionStage<Answer<List<QueueMoves.Move>>> moves(PartitionName partition, List<JobId> first);

  /**
   * What each user has used of a partition who is remembered there or waits.
   *
   * @return cpu-seconds by login name, decayed until now
   */
  CompletionStage<SortedMap<String, Double>> uses(PartitionName partition);
}
