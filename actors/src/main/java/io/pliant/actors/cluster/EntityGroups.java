package io.pliant.actors.cluster;

import io.pliant.actors.job.JobIds;
import io.pliant.actors.protocol.EntityKeys;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStripes;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.PartitionMap;
import java.util.List;
import java.util.Map;

/**
 * Which group of the journal an entity belongs to. A partition is in one of them, with its nodes
 * and with all jobs that were submitted to it; what there is once in a cluster is in the first. All
 * controllers say the same.
 */
public final class EntityGroups {
  /** Where there is one group alone. */
  public static final EntityGroups ONE = new EntityGroups(1, Map.of(), PartitionMap.of(List.of()));

  private static final String SHARD = "group-";

  private final JobStripes stripes;
  private final Map<String, Integer> partitions;
  private final PartitionMap nodes;

  /**
   * Groups of a cluster.
   *
   * @param count how many there are, at least 1
   * @param partitions the group of each partition, by its name
   * @param nodes which nodes are whose
   */
  public EntityGroups(int count, Map<String, Integer> partitions, PartitionMap nodes) {
    this.stripes = new JobStripes(count);
    this.partitions = Map.copyOf(partitions);
    this.nodes = nodes;
  }

  /** How many groups there are. */
  public int count() {
    return stripes.groups();
  }

  /** Which job numbers are whose. */
  public JobStripes stripes() {
    return stripes;
  }

  /** The group of a partition and of the jobs that are submitted to it. */
  public int of(PartitionName partition) {
    return partitions.getOrDefault(partition.value(), 0);
  }

  /**
   * The group that keeps the events of an entity.
   *
   * @param persistenceId kind and name, as Pekko writes them
   */
  public int ofPersistent(String persistenceId) {
    int bar = persistenceId.indexOf('|');
    return bar < 0 ? 0 : of(persistenceId.substring(0, bar), persistenceId.substring(bar + 1));
  }

  /**
   * The group of an entity.
   *
   * @param kind name of its {@link EntityKeys key}
   */
  int of(String kind, String entity) {
    if (count() == 1) {
      return 0;
    }
    if (kind.equals(EntityKeys.JOB.name()) || kind.equals(EntityKeys.APPLICATION.name())) {
      return stripes.groupOf(JobId.parse(entity));
    }
    if (kind.equals(EntityKeys.PARTITION.name())) {
      return partitions.getOrDefault(entity, 0);
    }
    if (kind.equals(EntityKeys.NODE.name())) {
      PartitionName partition = nodes.partitionOf(new NodeName(entity));
      return partition == null ? 0 : of(partition);
    }
    return kind.equals(EntityKeys.JOB_IDS.name()) ? JobIds.groupOf(entity) : 0;
  }

  /** All entities of a kind and a group move together. */
  String shard(String kind, String entity) {
    return SHARD + of(kind, entity);
  }

  /** The group of a shard; the first for one that is not named after a group. */
  static int ofShard(String shard) {
    return shard.startsWith(SHARD) ? Integer.parseInt(shard.substring(SHARD.length())) : 0;
  }
}
