package io.pliant.actors.protocol;

import io.pliant.core.id.NodeName;
import io.pliant.core.register.RegisterIntent;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** What the {@code NodeRegister} entity accepts. */
public sealed interface RegisterCommand extends WireMessage {
  /** Decide on it; answered by Decided. */
  record Decide(RegisterIntent intent, ActorRef<RegisterAnswer> replyTo)
      implements RegisterCommand {}

  /** One page of revoked nodes after {@code after} (null for the first). */
  record GetRevoked(@Nullable NodeName after, ActorRef<RegisterAnswer> replyTo)
      implements RegisterCommand {}
}
