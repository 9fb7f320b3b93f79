package io.pliant.actors.cluster;

import io.pliant.actors.api.Answer;
import io.pliant.actors.protocol.ApplicationAnswer;
import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;

/** Asks sharded entities, and reads their refusals. */
final class EntityAsk {
  private final ClusterSharding sharding;
  private final RepeatedAsk repeated;
  private final Duration within;

  EntityAsk(ClusterSharding sharding, RepeatedAsk repeated, Duration within) {
    this.sharding = sharding;
    this.repeated = repeated;
    this.within = within;
  }

  /** For what may arrive more than once. */
  CompletionStage<JobAnswer> job(JobId job, Function<ActorRef<JobAnswer>, JobCommand> command) {
    return repeated.ask(sharding.entityRefFor(EntityKeys.JOB, job.toString()), command, within);
  }

  /** Sent once, whatever becomes of it. */
  CompletionStage<JobAnswer> jobOnce(JobId job, Function<ActorRef<JobAnswer>, JobCommand> command) {
    return sharding
        .entityRefFor(EntityKeys.JOB, job.toString())
        .<JobAnswer>ask(command::apply, within);
  }

  CompletionStage<ApplicationAnswer> application(
      JobId job, Function<ActorRef<ApplicationAnswer>, ApplicationCommand> question) {
    return sharding
        .entityRefFor(EntityKeys.APPLICATION, job.toString())
        .<ApplicationAnswer>ask(question::apply, within);
  }

  /** Sent once: who looks at output asks again. */
  CompletionStage<NodeCommand.OutputTold> node(
      NodeName node, Function<ActorRef<NodeCommand.OutputTold>, NodeCommand> question) {
    return sharding
        .entityRefFor(EntityKeys.NODE, node.value())
        .<NodeCommand.OutputTold>ask(question::apply, within);
  }

  CompletionStage<PartitionAnswer> partition(
      PartitionName partition, Function<ActorRef<PartitionAnswer>, PartitionCommand> command) {
    return repeated.ask(
        sharding.entityRefFor(EntityKeys.PARTITION, partition.value()), command, within);
  }

  static <T> Answer<T> rejected(JobAnswer answer) {
    return answer instanceof JobAnswer.Refused(Refusal refusal)
        ? new Answer.Rejected<>(refusal)
        : unexpected(answer);
  }

  static <T> Answer<T> rejected(PartitionAnswer answer) {
    return answer instanceof PartitionAnswer.Refused(Refusal refusal)
        ? new Answer.Rejected<>(refusal)
        : unexpected(answer);
  }

  private static <T> T unexpected(Object answer) {
    throw new IllegalStateException("Expected another kind of answer, but got " + answer + ".");
  }
}
