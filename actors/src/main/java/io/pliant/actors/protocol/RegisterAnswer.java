package io.pliant.actors.protocol;

import io.pliant.core.id.NodeName;
import io.pliant.core.register.RegisterReply;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the {@code NodeRegister} entity answers. */
public sealed interface RegisterAnswer extends WireMessage {
  /** What became of an intent; it is durable. */
  record Decided(RegisterReply reply) implements RegisterAnswer {}

  /**
   * Nodes of which certificates that were issued until then count no more.
   *
   * @param next last node of this page, or null when there is no further page
   */
  record Revoked(Map<NodeName, Instant> nodes, @Nullable NodeName next) implements RegisterAnswer {
    public Revoked {
      nodes = Collections.unmodifiableMap(new TreeMap<>(nodes));
    }
  }
}
