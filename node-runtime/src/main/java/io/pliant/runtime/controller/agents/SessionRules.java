package io.pliant.runtime.controller.agents;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.node.AgentMessage;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.RecipientRef;
import org.jspecify.annotations.Nullable;

/** What all sessions of one listener share: whom to accept, where to send, who is connected. */
final class SessionRules {
  private final @Nullable String token;
  private final Function<NodeName, ? extends RecipientRef<NodeCommand>> entities;
  private final ConcurrentHashMap<NodeName, ActorRef<AgentSession.Command>> sessions =
      new ConcurrentHashMap<>();
  private final AtomicLong connections = new AtomicLong();

  SessionRules(
      @Nullable String token, Function<NodeName, ? extends RecipientRef<NodeCommand>> entities) {
    this.token = token;
    this.entities = entities;
  }

  /** Why this hello is not accepted, or null when it is. */
  @Nullable String refusal(AgentMessage.Hello hello) {
    if (hello.protocol() != AgentMessage.PROTOCOL) {
      return "Expected agent protocol %d, but node %s speaks %d. Run the same version of pliant on both."
          .formatted(AgentMessage.PROTOCOL, hello.node(), hello.protocol());
    }
    if (token == null) {
      return null;
    }
    String given = hello.token();
    if (given == null) {
      return "Expected the cluster's token, but node %s sent none. Configure the token of the cluster there."
          .formatted(hello.node());
    }
    return MessageDigest.isEqual(utf8(given), utf8(token))
        ? null
        : "Expected the cluster's token, but node %s sent another one. Configure the token of this cluster there."
            .formatted(hello.node());
  }

  /** Number of the next connection, from 1. */
  long nextConnection() {
    return connections.incrementAndGet();
  }

  RecipientRef<NodeCommand> entityOf(NodeName node) {
    return entities.apply(node);
  }

  /** Notes the newest session of a node and returns the one it replaces. */
  @Nullable ActorRef<AgentSession.Command> register(
      NodeName node, ActorRef<AgentSession.Command> session) {
    return sessions.put(node, session);
  }

  void unregister(NodeName node, ActorRef<AgentSession.Command> session) {
    sessions.remove(node, session);
  }

  static AgentMessage.Hello withoutToken(AgentMessage.Hello hello) {
    return new AgentMessage.Hello(
        hello.protocol(),
        hello.node(),
        hello.incarnation(),
        hello.description(),
        hello.running(),
        null);
  }

  /** The same hello with what runs now. */
  static AgentMessage.Hello running(AgentMessage.Hello hello, List<StepId> running) {
    return new AgentMessage.Hello(
        hello.protocol(),
        hello.node(),
        hello.incarnation(),
        hello.description(),
        running,
        hello.token());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
