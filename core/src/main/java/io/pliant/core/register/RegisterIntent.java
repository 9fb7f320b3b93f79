package io.pliant.core.register;

import io.pliant.core.id.NodeName;
import java.time.Instant;

/** What somebody wants of the register of nodes. */
public sealed interface RegisterIntent {
  /** Let a word be used once, until then, for these nodes. */
  record MakeWord(String hash, String nodes, Instant until, String by) implements RegisterIntent {}

  /** Use a word for a key. */
  record UseWord(String hash, String key) implements RegisterIntent {}

  /** Believe no certificate of a node that was issued until now. */
  record Revoke(NodeName node, String by) implements RegisterIntent {}
}
