package io.pliant.runtime.controller.http;

import io.pliant.runtime.bounds.ByteBudget;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * What large answers that clients have not read yet may hold of the heap, and how long a client may
 * take to read one.
 */
record ReplyBounds(ByteBudget all, Duration within) {
  /** Answers up to so many bytes are not counted. */
  static final int SMALL = 64 * 1024;

  private static final int PARTS_OF_HEAP = 6;
  private static final long LEAST = 64L * 1024 * 1024;
  private static final Duration WITHIN = Duration.ofMinutes(1);

  static ReplyBounds ofHeap() {
    return new ReplyBounds(ByteBudget.ofHeap(PARTS_OF_HEAP, LEAST), WITHIN);
  }

  /** Counts an answer until it is written or given up; null when there is no room for it. */
  @Nullable Callback open(Request request, long bytes, Callback after) {
    if (!all.reserve(bytes)) {
      return null;
    }
    Scheduler.Task end =
        request
            .getComponents()
            .getScheduler()
            .schedule(
                () ->
                    request
                        .getConnectionMetaData()
                        .getConnection()
                        .getEndPoint()
                        .close(new TimeoutException("The client does not read.")),
                within.toMillis(),
                TimeUnit.MILLISECONDS);
    return Callback.from(
        after,
        () -> {
          end.cancel();
          all.release(bytes);
        });
  }
}
