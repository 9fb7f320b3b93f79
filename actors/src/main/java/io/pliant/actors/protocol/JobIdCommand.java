package io.pliant.actors.protocol;

import org.apache.pekko.actor.typed.ActorRef;

/** What the {@code JobIds} entity accepts: it hands out blocks of job ids, each once. */
public sealed interface JobIdCommand extends WireMessage {
  /** Give out {@code size} ids that nobody has. */
  record GrantBlock(int size, ActorRef<Block> replyTo) implements JobIdCommand {}

  /** Ids {@code first..last}, both included. */
  record Block(long first, long last) implements WireMessage {}
}
