package io.pliant.core.register;

import io.pliant.core.id.Refusal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the register answers. */
public sealed interface RegisterReply {
  /** It is so now, or was already. */
  record Done() implements RegisterReply {}

  /**
   * The word counts.
   *
   * @param nodes host list of the nodes that it is for
   * @param after certificates of some of them that were issued until then are revoked, or null
   */
  record Granted(String nodes, @Nullable Instant after) implements RegisterReply {}

  /** No, and why. */
  record Refused(Refusal refusal) implements RegisterReply {}
}
