package io.pliant.actors.cluster;

import org.apache.pekko.cluster.sharding.typed.ShardingEnvelope;
import org.apache.pekko.cluster.sharding.typed.ShardingMessageExtractor;

/** Puts the entities of a kind into one shard for each group of the journal. */
final class GroupShards<M> extends ShardingMessageExtractor<ShardingEnvelope<M>, M> {
  private final EntityGroups groups;
  private final String kind;

  /**
   * Shards of entities.
   *
   * @param kind name of their key
   */
  GroupShards(EntityGroups groups, String kind) {
    this.groups = groups;
    this.kind = kind;
  }

  @Override
  public String entityId(ShardingEnvelope<M> message) {
    return message.entityId();
  }

  @Override
  public String shardId(String entity) {
    return groups.shard(kind, entity);
  }

  @Override
  public M unwrapMessage(ShardingEnvelope<M> message) {
    return message.message();
  }
}
