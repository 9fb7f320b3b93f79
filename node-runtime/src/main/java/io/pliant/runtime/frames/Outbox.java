package io.pliant.runtime.frames;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.stream.BoundedSourceQueue;
import org.apache.pekko.stream.QueueOfferResult;
import org.apache.pekko.util.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The writing half of a connection: bounded in frames and in bytes, never blocks, any thread. */
public final class Outbox {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
  private static final long MAX_WAITING_BYTES = 4L * Frames.MAX_BODY;

  private final BoundedSourceQueue<ByteString> queue;
  private final AtomicLong waiting;

  Outbox(BoundedSourceQueue<ByteString> queue, AtomicLong waiting) {
    this.queue = queue;
    this.waiting = waiting;
  }

  /**
   * Writes one frame.
   *
   * @return false when the frame is too large, too much waits already, or the connection is gone
   */
  public boolean offer(byte[] body) {
    if (body.length > Frames.MAX_BODY || waiting.get() + body.length > MAX_WAITING_BYTES) {
      return false;
    }
    ByteString frame = Frames.frame(body);
    waiting.addAndGet(frame.size());
    return queue.offer(frame) == QueueOfferResult.enqueued();
  }

  /** Closes the connection once what was offered is written. */
  public void close() {
    unlessEnded(queue::complete);
  }

  /** Closes the connection at once. */
  public void abort() {
    unlessEnded(() -> queue.fail(new ConnectionAborted()));
  }

  /** The other side may end the connection between the question and the act. */
  private void unlessEnded(Runnable end) {
    if (queue.isCompleted()) {
      return;
    }
    try {
      end.run();
    } catch (IllegalStateException e) {
      LOG.debug("The connection had ended already: {}", e.getMessage());
    }
  }
}
