package io.pliant.actors.cluster;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.PowerGateway;
import io.pliant.actors.corridor.PowerCorridor;
import io.pliant.actors.protocol.CorridorAnswer;
import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.EntityKeys;
import io.pliant.api.PowerStatus;
import io.pliant.core.id.Refusal;
import io.pliant.core.power.Corridor;
import io.pliant.core.spec.Submitter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.jspecify.annotations.Nullable;

/** Asks the power corridor. Each question may be repeated: a second one changes nothing more. */
record CorridorAsk(
    ClusterSharding sharding, RepeatedAsk repeated, Duration within, Predicate<Submitter> operator)
    implements PowerGateway {
  @Override
  public CompletionStage<Answer<PowerStatus>> show(@Nullable Instant after, int samples) {
    return ask(to -> new CorridorCommand.Show(after, samples, to));
  }

  @Override
  public CompletionStage<Answer<PowerStatus>> set(
      Corridor bounds, @Nullable Instant from, Submitter by) {
    return operator.test(by)
        ? ask(to -> new CorridorCommand.SetBounds(bounds, from, by, to))
        : notOperator(by);
  }

  @Override
  public CompletionStage<Answer<PowerStatus>> clear(Submitter by) {
    return operator.test(by) ? ask(to -> new CorridorCommand.ClearBounds(by, to)) : notOperator(by);
  }

  private static CompletionStage<Answer<PowerStatus>> notOperator(Submitter by) {
    return CompletableFuture.completedStage(
        new Answer.Rejected<>(
            Refusal.forbidden(
                "Expected an operator (controller.operators) to change the power corridor, but %s is none."
                    .formatted(by.name()))));
  }

  private CompletionStage<Answer<PowerStatus>> ask(
      Function<ActorRef<CorridorAnswer>, CorridorCommand> command) {
    return repeated
        .<CorridorCommand, CorridorAnswer>ask(
            sharding.entityRefFor(EntityKeys.CORRIDOR, PowerCorridor.ENTITY_ID), command, within)
        .thenApply(answer ->
            switch (answer) {
              case CorridorAnswer.Status(PowerStatus status) -> new Answer.Accepted<>(status);
              case CorridorAnswer.Refused(Refusal refusal) -> new Answer.Rejected<>(refusal);
            });
  }
}
