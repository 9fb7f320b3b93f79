package io.pliant.actors.protocol;

import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/**
 * What the {@code JobIds} entity accepts: it hands out blocks of job ids, each once, and keeps the
 * epoch of the cluster.
 */
public sealed interface JobIdCommand extends WireMessage {
  /** Give out {@code size} ids that nobody has. */
  record GrantBlock(int size, ActorRef<Block> replyTo) implements JobIdCommand {}

  /**
   * Which epoch is it? The first question of all, and one that tells of a restore for the first
   * time, begin one.
   *
   * @param restored word for a restore that the asking controller's files tell of, or null
   */
  record GetEpoch(@Nullable String restored, ActorRef<Epoch> replyTo) implements JobIdCommand {}

  /** The cluster's epoch. */
  record Epoch(long epoch) implements WireMessage {}

  /** Ids {@code first..last}, both included. */
  record Block(long first, long last) implements WireMessage {}
}
