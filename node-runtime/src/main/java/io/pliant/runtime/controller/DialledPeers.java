package io.pliant.runtime.controller;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections to other controllers that this one has dialled. When it ends, Pekko waits for the
 * other ends to close some of them (those of which it noted the end of its own data before the end
 * of the transport), and an end that is cut off never does. So they are ended here. Any thread.
 */
final class DialledPeers {
  private static final Logger LOG = LoggerFactory.getLogger(DialledPeers.class);

  /** Longer than remoting takes to send what it still has to send. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Set<TlsStream> open = new HashSet<>();

  /** A connection begins. */
  synchronized void enter(TlsStream stream) {
    open.removeIf(TlsStream::over);
    open.add(stream);
  }

  /** Ends what is open, again and again until {@code ended}. Returns at once. */
  void endUntil(CompletionStage<?> ended) {
    Thread.ofPlatform()
        .name("dialled-peers-end")
        .daemon()
        .start(() -> {
          while (!within(GRACE, ended)) {
            endAll();
          }
        });
  }

  /** Ends what is open. */
  void endAll() {
    List<TlsStream> left = stillOpen();
    if (!left.isEmpty()) {
      LOG.info("Closing {} connections to other controllers that did not close", left.size());
      left.forEach(stream -> stream.end("This controller ends."));
    }
  }

  private synchronized List<TlsStream> stillOpen() {
    open.removeIf(TlsStream::over);
    return List.copyOf(open);
  }

  private static boolean within(Duration time, CompletionStage<?> ended) {
    return ended
        .handle((_, _) -> true)
        .toCompletableFuture()
        .completeOnTimeout(false, time.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }
}
