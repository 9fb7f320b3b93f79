package io.pliant.actors.cluster;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.RecipientRef;
import org.apache.pekko.actor.typed.javadsl.AskPattern;

/**
 * Asks an entity again and again until it answers. What is on its way to a controller that dies is
 * lost; without repetition a caller would wait out its whole time although others have taken over
 * long since. For messages that do no more when they come twice.
 */
final class RepeatedAsk {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final ActorSystem<?> system;

  RepeatedAsk(ActorSystem<?> system) {
    this.system = system;
  }

  /**
   * The first answer to any of the repetitions; fails with {@link
   * java.util.concurrent.TimeoutException} when none comes {@code within} that time.
   */
  <C, A> CompletionStage<A> ask(
      RecipientRef<C> entity, Function<ActorRef<A>, C> command, Duration within) {
    CompletableFuture<A> answer = new CompletableFuture<>();
    attempt(entity, command, within, answer);
    return answer;
  }

  private <C, A> void attempt(
      RecipientRef<C> entity,
      Function<ActorRef<A>, C> command,
      Duration left,
      CompletableFuture<A> answer) {
    boolean last = left.compareTo(INTERVAL) <= 0;
    AskPattern.<C, A>ask(entity, command::apply, left, system.scheduler())
        .whenCompleteAsync(
            (reply, failure) -> {
              if (failure == null) {
                answer.complete(reply);
              } else if (last) {
                answer.completeExceptionally(failure);
              }
            },
            Runnable::run); // what Scala makes of its futures goes to another pool otherwise
    if (!last) {
      var next =
          system
              .scheduler()
              .scheduleOnce(
                  INTERVAL,
                  () -> {
                    if (!answer.isDone()) {
                      attempt(entity, command, left.minus(INTERVAL), answer);
                    }
                  },
                  system.executionContext());
      answer.whenComplete((_, _) -> next.cancel());
    }
  }
}
