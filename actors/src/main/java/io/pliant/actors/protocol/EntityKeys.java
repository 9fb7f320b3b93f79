package io.pliant.actors.protocol;

import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;

/** Sharding keys of the entities. */
public final class EntityKeys {
  /** Entity id = node name. */
  public static final EntityTypeKey<NodeCommand> NODE =
      EntityTypeKey.create(NodeCommand.class, "node");

  /** Entity id = job id. */
  public static final EntityTypeKey<JobCommand> JOB = EntityTypeKey.create(JobCommand.class, "job");

  /** Entity id = job id. */
  public static final EntityTypeKey<ApplicationCommand> APPLICATION =
      EntityTypeKey.create(ApplicationCommand.class, "application");

  /** Entity id = partition name. */
  public static final EntityTypeKey<PartitionCommand> PARTITION =
      EntityTypeKey.create(PartitionCommand.class, "partition");

  /** One entity only. */
  public static final EntityTypeKey<CorridorCommand> CORRIDOR =
      EntityTypeKey.create(CorridorCommand.class, "power-corridor");

  /** One entity for each group of the journal. */
  public static final EntityTypeKey<JobIdCommand> JOB_IDS =
      EntityTypeKey.create(JobIdCommand.class, "job-ids");

  /** One entity only. */
  public static final EntityTypeKey<RegisterCommand> REGISTER =
      EntityTypeKey.create(RegisterCommand.class, "node-register");

  private EntityKeys() {}
}
