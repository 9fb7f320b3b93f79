package io.pliant.core.register;

import io.pliant.core.id.NodeName;
import java.time.Instant;

/** A fact about who may be a node; persisted. */
public sealed interface RegisterEvent {
  Instant at();

  /**
   * An operator made a one-time word.
   *
   * @param hash of the word; the word itself is kept nowhere
   * @param nodes host list of the nodes that it is for
   * @param until when it ends
   */
  record WordMade(String hash, String nodes, Instant until, String by, Instant at)
      implements RegisterEvent {}

  /**
   * A word was used.
   *
   * @param key hash of the public key that it was used for; it may come again and no other
   */
  record WordUsed(String hash, String key, Instant at) implements RegisterEvent {}

  /** Certificates of a node that were issued until now count no more. */
  record NodeRevoked(NodeName node, String by, Instant at) implements RegisterEvent {}
}
