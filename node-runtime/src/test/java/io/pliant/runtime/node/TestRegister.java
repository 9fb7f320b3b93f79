package io.pliant.runtime.node;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.RegisterGateway;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.Refusal;
import io.pliant.core.register.RegisterIntent;
import io.pliant.core.register.RegisterLifecycle;
import io.pliant.core.register.RegisterOutcome;
import io.pliant.core.register.RegisterReply;
import io.pliant.core.register.RegisterState;
import io.pliant.core.spec.Submitter;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The register of nodes, kept in memory. */
public final class TestRegister implements RegisterGateway {
  private RegisterState state = RegisterState.EMPTY;
  private boolean away;

  /** Whether it says nothing of who was removed; it does unless told otherwise. */
  public synchronized TestRegister away(boolean on) {
    away = on;
    return this;
  }

  @Override
  public CompletionStage<Answer<NodeName>> remove(NodeName node, Submitter by, boolean force) {
    decide(new RegisterIntent.Revoke(node, by.name()));
    return CompletableFuture.completedStage(new Answer.Accepted<>(node));
  }

  @Override
  public CompletionStage<Answer<RegisterReply.Done>> makeWord(
      String hash, String nodes, Instant until, Submitter by) {
    return answer(
        decide(new RegisterIntent.MakeWord(hash, nodes, until, by.name())),
        RegisterReply.Done.class);
  }

  @Override
  public CompletionStage<Answer<RegisterReply.Granted>> useWord(String hash, String key) {
    return answer(decide(new RegisterIntent.UseWord(hash, key)), RegisterReply.Granted.class);
  }

  @Override
  public synchronized CompletionStage<Map<NodeName, Instant>> revoked() {
    return away
        ? CompletableFuture.failedStage(new IllegalStateException("the register is away"))
        : CompletableFuture.completedStage(Map.copyOf(state.revoked()));
  }

  private synchronized RegisterReply decide(RegisterIntent intent) {
    RegisterOutcome outcome = RegisterLifecycle.decide(state, intent, Instant.now());
    if (outcome.event() != null) {
      state = state.evolve(outcome.event());
    }
    return outcome.reply();
  }

  private static <R> CompletionStage<Answer<R>> answer(RegisterReply reply, Class<R> wanted) {
    return CompletableFuture.completedStage(
        reply instanceof RegisterReply.Refused(Refusal refusal)
            ? new Answer.Rejected<>(refusal)
            : new Answer.Accepted<>(wanted.cast(reply)));
  }
}
