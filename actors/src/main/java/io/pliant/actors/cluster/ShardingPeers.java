package io.pliant.actors.cluster;

import io.pliant.actors.corridor.PowerCorridor;
import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.Peers;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;

/** Reaches entities through cluster sharding. */
final class ShardingPeers implements Peers {
  private final ClusterSharding sharding;

  ShardingPeers(ClusterSharding sharding) {
    this.sharding = sharding;
  }

  @Override
  public void tell(JobId job, JobCommand command) {
    sharding.entityRefFor(EntityKeys.JOB, job.toString()).tell(command);
  }

  @Override
  public void tell(JobId job, ApplicationCommand command) {
    sharding.entityRefFor(EntityKeys.APPLICATION, job.toString()).tell(command);
  }

  @Override
  public void tell(PartitionName partition, PartitionCommand command) {
    sharding.entityRefFor(EntityKeys.PARTITION, partition.value()).tell(command);
  }

  @Override
  public void tell(NodeName node, NodeCommand command) {
    sharding.entityRefFor(EntityKeys.NODE, node.value()).tell(command);
  }

  @Override
  public void tell(CorridorCommand command) {
    sharding.entityRefFor(EntityKeys.CORRIDOR, PowerCorridor.ENTITY_ID).tell(command);
  }
}
