package io.pliant.journal.raft;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Wakes up those that wait for the state to change. Who takes {@link #next} before he looks misses
 * nothing. Any thread.
 */
final class NewsBell {
  private final AtomicReference<CompletableFuture<Void>> next =
      new AtomicReference<>(new CompletableFuture<>());

  /** Completes with the first change after this call, on the thread that makes it. */
  CompletionStage<Void> next() {
    return next.get();
  }

  /** The state has changed. */
  void ring() {
    next.getAndSet(new CompletableFuture<>()).complete(null);
  }
}
