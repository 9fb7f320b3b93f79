package io.pliant.actors.cluster;

import io.pliant.core.partition.PartitionSettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What the entities of one controller need to know.
 *
 * @param controller name of this controller
 * @param version version of this software
 * @param agentHost address of this controller's agent port, told to agents
 * @param operators login names that may act on others' jobs and on nodes
 * @param journal one word for the journal in use, shown in the status
 */
public record ClusterNodeSettings(
    String clusterName,
    String controller,
    String version,
    String agentHost,
    int agentPort,
    List<PartitionSettings> partitions,
    Set<String> operators,
    String journal,
    Timing timing) {
  public ClusterNodeSettings {
    partitions = List.copyOf(partitions);
  }

  /**
   * The clocks.
   *
   * @param nodeTimeout silence after which a node is down
   * @param heartbeat interval asked of agents
   * @param auditEvery interval at which grants are repeated to their jobs
   * @param request longest wait for an answer of an entity
   * @param remindEvery interval at which jobs repeat what they owe
   * @param jobIdleAfter time after which a waiting or finished job leaves memory
   * @param restartAfter first back-off of an entity after a journal failure
   */
  public record Timing(
      Duration nodeTimeout,
      Duration heartbeat,
      Duration auditEvery,
      Duration request,
      Duration remindEvery,
      Duration jobIdleAfter,
      Duration restartAfter) {}
}
