package io.pliant.runtime.controller.http;

import io.pliant.actors.api.Answer;
import io.pliant.core.id.Refusal;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** How routes wait: for one answer of the cluster, or until something has become true. */
final class Waiting {
  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final Duration LONGEST = Duration.ofMillis(500);

  private final Duration request;
  private final CountDownLatch closing = new CountDownLatch(1);

  /**
   * @param request longest wait for one answer
   */
  Waiting(Duration request) {
    this.request = request;
  }

  /** The value, or the {@link ApiFailure} that the answer, a failure or a timeout stands for. */
  <T> T answer(CompletionStage<Answer<T>> stage) throws InterruptedException {
    return switch (value(stage)) {
      case Answer.Accepted<T>(T value) -> value;
      case Answer.Rejected<T>(Refusal refusal) -> throw ApiFailure.of(refusal);
    };
  }

  /** As {@link #answer} for stages that cannot be refused. */
  <T> T value(CompletionStage<T> stage) throws InterruptedException {
    try {
      return stage.toCompletableFuture().get(request.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw late();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TimeoutException) {
        throw late();
      }
      throw new IllegalStateException(
          "Expected an answer of the cluster, but: " + e.getCause(), e.getCause());
    }
  }

  /**
   * Asks again, ever more slowly, until the answer suits, the time is over or the server stops.
   * While there is time, a cluster that gives no answer (a fail-over) is asked again too.
   */
  <T> T until(Supplier<CompletionStage<Answer<T>>> ask, Predicate<T> suits, Duration most)
      throws InterruptedException {
    long start = System.nanoTime();
    while (true) {
      Duration spent = Duration.ofNanos(System.nanoTime() - start);
      boolean last = spent.compareTo(most) >= 0 || isClosing();
      try {
        T current = answer(ask.get());
        if (last || suits.test(current)) {
          return current;
        }
      } catch (ApiFailure e) {
        if (last || e.status() != 503) {
          throw e;
        }
      }
      Duration pause = clamp(spent.dividedBy(10));
      Duration left = most.minus(spent);
      pause(pause.compareTo(left) < 0 ? pause : left);
    }
  }

  /** Waits; true when the server is about to stop. */
  boolean pause(Duration time) throws InterruptedException {
    return closing.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  boolean isClosing() {
    return closing.getCount() == 0;
  }

  /** Ends all waits. */
  void close() {
    closing.countDown();
  }

  private static Duration clamp(Duration pause) {
    if (pause.compareTo(SHORTEST) < 0) {
      return SHORTEST;
    }
    return pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
  }

  private ApiFailure late() {
    return ApiFailure.unavailable(
        "Expected an answer of the cluster within %d ms, but none came; nothing is known of the outcome. "
                .formatted(request.toMillis())
            + "Try again, with the same submission key where there is one.");
  }
}
