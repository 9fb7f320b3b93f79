package io.pliant.runtime.frames;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.stream.BoundedSourceQueue;
import org.apache.pekko.stream.QueueOfferResult;
import org.apache.pekko.util.ByteString;
import org.junit.jupiter.api.Test;

final class OutboxTest {
  /** A queue that the other end completes right after it was asked whether it is complete. */
  private static final class ClosedMeanwhile implements BoundedSourceQueue<ByteString> {
    private int ended;

    @Override
    public QueueOfferResult offer(ByteString element) {
      return QueueOfferResult.enqueued();
    }

    @Override
    public void complete() {
      ended++;
      throw new IllegalStateException("The queue has already been completed.");
    }

    @Override
    public boolean isCompleted() {
      return false;
    }

    @Override
    public void fail(Throwable cause) {
      complete();
    }

    @Override
    public int size() {
      return 0;
    }
  }

  @Test
  void shouldNotFailWhenTheOtherEndClosesTheConnectionAtThatMoment() {
    ClosedMeanwhile queue = new ClosedMeanwhile();
    Outbox outbox = new Outbox(queue, new AtomicLong());

    assertThatCode(outbox::abort).doesNotThrowAnyException();
    assertThatCode(outbox::close).doesNotThrowAnyException();
    assertThat(queue.ended).isEqualTo(2);
  }
}
