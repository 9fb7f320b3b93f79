package io.pliant.journal.raft;

import io.pliant.journal.change.Change;
import io.pliant.journal.change.Outcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A change that is not durable yet. Two are the same only when they are one object. */
final class PendingWrite {
  private final Change change;
  private final List<PendingWrite> after;
  private final CompletableFuture<Outcome> done;

  private PendingWrite(Change change, List<PendingWrite> after, CompletableFuture<Outcome> done) {
    this.change = change;
    this.after = after;
    this.done = done;
  }

  static PendingWrite of(Change change) {
    return new PendingWrite(change, List.of(), new CompletableFuture<>());
  }

  /** The same, not to be made before those. */
  PendingWrite after(List<PendingWrite> firsts) {
    return new PendingWrite(change, List.copyOf(firsts), done);
  }

  Change change() {
    return change;
  }

  /** Those that must be durable before, or with this one. */
  List<PendingWrite> after() {
    return after;
  }

  /** Completes when it is durable, or will not be. */
  CompletableFuture<Outcome> done() {
    return done;
  }

  /** True when it was not made. */
  boolean failed() {
    return done.isDone()
        && (done.isCompletedExceptionally() || !(done.join() instanceof Outcome.Done));
  }
}
