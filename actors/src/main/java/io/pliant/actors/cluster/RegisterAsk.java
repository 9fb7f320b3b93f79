package io.pliant.actors.cluster;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.RegisterGateway;
import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.RegisterAnswer;
import io.pliant.actors.protocol.RegisterCommand;
import io.pliant.actors.register.NodeRegister;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.PartitionMap;
import io.pliant.core.register.RegisterIntent;
import io.pliant.core.register.RegisterReply;
import io.pliant.core.spec.Submitter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.jspecify.annotations.Nullable;

/** Asks the register of nodes, and the partition of a node that is to go. */
record RegisterAsk(
    ClusterSharding sharding,
    RepeatedAsk repeated,
    PartitionMap partitions,
    Duration within,
    Predicate<Submitter> operator)
    implements RegisterGateway {
  @Override
  public CompletionStage<Answer<NodeName>> remove(NodeName node, Submitter by, boolean force) {
    if (!operator.test(by)) {
      return notOperator(by);
    }
    PartitionName partition = partitions.partitionOf(node);
    if (partition == null) {
      return rejected(Refusal.notFound("No partition has a node '%s'.".formatted(node)));
    }
    return leave(partition, node, by, force)
        .thenCompose(left -> {
          if (left instanceof PartitionAnswer.Refused(Refusal refusal) && !force) {
            return rejected(refusal);
          }
          return decide(new RegisterIntent.Revoke(node, by.name()))
              .thenCompose(reply ->
                  reply instanceof RegisterReply.Refused(Refusal refusal)
                      ? rejected(refusal)
                      : gone(partition, node, by, force));
        });
  }

  /** What it says from now on is not heard; then it leaves the list once more, for good. */
  private CompletionStage<Answer<NodeName>> gone(
      PartitionName partition, NodeName node, Submitter by, boolean force) {
    sharding
        .entityRefFor(EntityKeys.NODE, node.value())
        .tell(
            new NodeCommand.Removed(
                "Node %s was removed by %s. Enroll it anew: pliant node enroll %s, at a controller."
                    .formatted(node, by.name(), node)));
    return leave(partition, node, by, force)
        .thenApply(left ->
            left instanceof PartitionAnswer.Refused
                ? new Answer.Rejected<>(
                    Refusal.conflict(
                        "Node %s is refused from now on, but jobs that held a part of it are still being told. Repeat the command to take it from the lists."
                            .formatted(node)))
                : new Answer.Accepted<>(node));
  }

  private CompletionStage<PartitionAnswer> leave(
      PartitionName partition, NodeName node, Submitter by, boolean force) {
    return repeated.<PartitionCommand, PartitionAnswer>ask(
        sharding.entityRefFor(EntityKeys.PARTITION, partition.value()),
        to -> new PartitionCommand.RemoveNode(node, force, by, to),
        within);
  }

  @Override
  public CompletionStage<Answer<RegisterReply.Done>> makeWord(
      String hash, String nodes, Instant until, Submitter by) {
    return operator.test(by)
        ? decide(new RegisterIntent.MakeWord(hash, nodes, until, by.name()))
            .thenApply(reply -> answer(reply, RegisterReply.Done.class))
        : notOperator(by);
  }

  @Override
  public CompletionStage<Answer<RegisterReply.Granted>> useWord(String hash, String key) {
    return decide(new RegisterIntent.UseWord(hash, key))
        .thenApply(reply -> answer(reply, RegisterReply.Granted.class));
  }

  @Override
  public CompletionStage<Map<NodeName, Instant>> revoked() {
    return revokedAfter(null, new TreeMap<>());
  }

  private CompletionStage<Map<NodeName, Instant>> revokedAfter(
      @Nullable NodeName after, Map<NodeName, Instant> soFar) {
    return ask(to -> new RegisterCommand.GetRevoked(after, to))
        .thenCompose(answer -> {
          RegisterAnswer.Revoked page = (RegisterAnswer.Revoked) answer;
          soFar.putAll(page.nodes());
          return page.next() == null
              ? CompletableFuture.completedStage(soFar)
              : revokedAfter(page.next(), soFar);
        });
  }

  private CompletionStage<RegisterReply> decide(RegisterIntent intent) {
    return ask(to -> new RegisterCommand.Decide(intent, to))
        .thenApply(answer -> ((RegisterAnswer.Decided) answer).reply());
  }

  private CompletionStage<RegisterAnswer> ask(
      Function<ActorRef<RegisterAnswer>, RegisterCommand> command) {
    return repeated.<RegisterCommand, RegisterAnswer>ask(
        sharding.entityRefFor(EntityKeys.REGISTER, NodeRegister.ENTITY_ID), command, within);
  }

  private static <R> Answer<R> answer(RegisterReply reply, Class<R> wanted) {
    return reply instanceof RegisterReply.Refused(Refusal refusal)
        ? new Answer.Rejected<>(refusal)
        : new Answer.Accepted<>(wanted.cast(reply));
  }

  private static <T> CompletionStage<Answer<T>> notOperator(Submitter by) {
    return rejected(
        Refusal.forbidden(
            "Expected an operator (controller.operators), but %s is none.".formatted(by.name())));
  }

  private static <T> CompletionStage<Answer<T>> rejected(Refusal refusal) {
    return CompletableFuture.completedStage(new Answer.Rejected<>(refusal));
  }
}
