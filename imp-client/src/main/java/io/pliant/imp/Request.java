package io.pliant.imp;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A program's own wish to grow or to release nodes, and what became of it. */
public final class Request {
  private final String id;
  private final CompletableFuture<Reply> reply = new CompletableFuture<>();

  Request(String id) {
    this.id = id;
  }

  /**
   * The scheduler's reply.
   *
   * @param granted an adaptation will come: {@link Imp#probe} says when
   * @param adaptation its number; 0 when denied
   * @param reason why it was denied; else empty
   */
  public record Reply(boolean granted, int adaptation, String reason) {}

  /** The word that names the request within the job. */
  public String id() {
    return id;
  }

  /** Whether the scheduler has replied. */
  public boolean isAnswered() {
    return reply.isDone();
  }

  /** The reply; {@link TimeoutException} when there is none within {@code patience}. */
  public Reply await(Duration patience) throws TimeoutException, InterruptedException {
    try {
      return reply.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  void complete(Reply answer) {
    reply.complete(answer);
  }

  void fail(RuntimeException cause) {
    reply.completeExceptionally(cause);
  }
}
