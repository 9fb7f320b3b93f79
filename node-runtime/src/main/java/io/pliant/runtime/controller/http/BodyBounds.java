package io.pliant.runtime.controller.http;

import io.pliant.runtime.bounds.ByteBudget;
import io.pliant.runtime.bounds.Shares;
import java.time.Duration;

/**
 * What the bodies of requests may hold of the heap, all together and those of one user, from their
 * first byte until the request is answered; and how long a body may take to come.
 *
 * @param all a body is several times its size once it is read, so this is a small share of the heap
 * @param byUser bytes of each user
 * @param within time for all of a body
 */
record BodyBounds(ByteBudget all, Shares byUser, Duration within) {
  private static final int PARTS_OF_HEAP = 24;
  private static final Duration WITHIN = Duration.ofSeconds(30);

  static BodyBounds ofHeap() {
    return new BodyBounds(
        ByteBudget.ofHeap(PARTS_OF_HEAP, 2L * RequestBody.LIMIT),
        new Shares(RequestBody.LIMIT + RequestBody.STEP),
        WITHIN);
  }

  /** What one request holds of it. */
  Lease open(String user) {
    return new Lease(user);
  }

  /** Bytes that one request has taken; closing it gives them back. */
  final class Lease implements AutoCloseable {
    private final String user;
    private long taken;

    private Lease(String user) {
      this.user = user;
    }

    /** Makes sure of so many bytes in all; throws {@link ApiFailure} 503 when there is no room. */
    void reserve(long bytes) {
      long more = bytes - taken;
      if (more <= 0) {
        return;
      }
      if (!byUser.take(user, more)) {
        throw ApiFailure.unavailable(
            "Expected at most %d bytes of requests of user %s at a time, but there are more. Try again soon."
                .formatted(byUser.most(), user));
      }
      if (!all.reserve(more)) {
        byUser.give(user, more);
        throw ApiFailure.unavailable(
            "Expected room for a request of %d bytes, but others hold %d of %d. Try again soon."
                .formatted(bytes, all.held(), all.most()));
      }
      taken = bytes;
    }

    Duration within() {
      return within;
    }

    @Override
    public void close() {
      all.release(taken);
      byUser.give(user, taken);
      taken = 0;
    }
  }
}
