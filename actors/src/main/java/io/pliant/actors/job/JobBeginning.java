package io.pliant.actors.job;

import io.pliant.actors.journal.UnwrittenJobs;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.core.id.JobId;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;

/**
 * How an incarnation of a job begins: with the message that woke it. The first submission of a
 * number says that nothing was written of it, so nothing is read; for all others the journal is
 * asked.
 */
public final class JobBeginning {
  private JobBeginning() {}

  /** A job that looks at its first message, and then is a {@link JobEntity}. */
  public static Behavior<JobCommand> create(
      JobId job, ActorRef<ClusterSharding.ShardCommand> shard, JobEnvironmentSettings settings) {
    return Behaviors.withStash(
        1,
        first ->
            Behaviors.receive((context, command) -> {
              boolean unwritten = command instanceof JobCommand.Submit submit && submit.isFirst();
              UnwrittenJobs.of(context.getSystem()).begins(job, unwritten);
              first.stash(command);
              return first.unstashAll(JobEntity.create(job, shard, settings));
            }));
  }
}
