package io.pliant.journal.raft;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes reads see what was acknowledged before them: asks the leader how far the group is, and
 * waits until this member is there. All who ask while one question is under way share the next one.
 */
final class ReadBarrier {
  private final Supplier<CompletionStage<byte[]>> question;
  private @Nullable CompletableFuture<Void> next;
  private boolean asking;

  ReadBarrier(Supplier<CompletionStage<byte[]>> question) {
    this.question = question;
  }

  CompletionStage<Void> await() {
    CompletableFuture<Void> mine;
    synchronized (this) {
      if (next == null) {
        next = new CompletableFuture<>();
      }
      mine = next;
      if (asking) {
        return mine;
      }
      asking = true;
      next = null;
    }
    ask(mine);
    return mine;
  }

  private void ask(CompletableFuture<Void> whoever) {
    question
        .get()
        .whenComplete((_, failure) -> {
          CompletableFuture<Void> following;
          synchronized (this) {
            following = next;
            next = null;
            asking = following != null;
          }
          if (following != null) {
            ask(following);
          }
          if (failure == null) {
            whoever.complete(null);
          } else {
            whoever.completeExceptionally(failure);
          }
        });
  }
}
