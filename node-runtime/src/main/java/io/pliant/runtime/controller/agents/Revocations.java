package io.pliant.runtime.controller.agents;

import io.pliant.actors.api.RegisterGateway;
import io.pliant.core.id.NodeName;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorSystem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nodes of which older certificates count no more, as this controller has heard last; it asks every
 * few seconds. While the register does not answer, what was heard before counts on. Any thread.
 */
final class Revocations {
  private static final Logger LOG = LoggerFactory.getLogger(Revocations.class);
  private static final Duration EVERY = Duration.ofSeconds(3);
  private static final Duration FIRST = Duration.ofMillis(200);

  private final ActorSystem<?> system;
  private final RegisterGateway register;
  private final Consumer<Set<NodeName>> heard;
  private volatile @Nullable Map<NodeName, Instant> known;

  /**
   * @param heard gets all nodes that are revoked, after each answer that differs from the last one
   */
  Revocations(ActorSystem<?> system, RegisterGateway register, Consumer<Set<NodeName>> heard) {
    this.system = system;
    this.register = register;
    this.heard = heard;
  }

  /** Begins to ask. */
  void start() {
    ask();
  }

  /** True once the register has answered. */
  boolean known() {
    return known != null;
  }

  /** Why a certificate of a node does not count, or null when it does. */
  @Nullable String refusal(NodeName node, Instant issued) {
    Map<NodeName, Instant> now = known;
    Instant revoked = now == null ? null : now.get(node);
    return revoked == null || issued.isAfter(revoked)
        ? null
        : "Expected a certificate of node %s from after %s, when the node was removed, but got one from %s. Enroll it anew: pliant node enroll %s, at a controller."
            .formatted(node, revoked, issued, node);
  }

  private void ask() {
    register
        .revoked()
        .whenComplete((answer, failure) -> {
          if (failure == null) {
            Map<NodeName, Instant> before = known;
            known = answer;
            if (!answer.equals(before)) {
              heard.accept(answer.keySet());
            }
          } else {
            LOG.debug("The register of nodes does not answer: {}", failure.getMessage());
          }
          var _ =
              system
                  .scheduler()
                  .scheduleOnce(known() ? EVERY : FIRST, this::ask, system.executionContext());
        });
  }
}
