package io.pliant.runtime.controller.agents;

import io.pliant.core.node.AgentMessage;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.Done;

/**
 * A message of an agent; the next one of its connection is read when this one is done with, so that
 * nothing queues up behind a slow cluster.
 */
record Turn(AgentMessage message, CompletableFuture<Done> over) {
  Turn(AgentMessage message) {
    this(message, new CompletableFuture<>());
  }

  void end() {
    over.complete(Done.getInstance());
  }
}
