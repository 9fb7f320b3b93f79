package io.pliant.runtime.frames;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.stream.BoundedSourceQueue;
import org.apache.pekko.stream.QueueOfferResult;
import org.apache.pekko.util.ByteString;
import org.junit.jupiter.api.Test;

final class OutboxTest {
  @Test
  void shouldEndAConnectionThatTheOtherSideEndsInTheSameMoment() {
    Outbox outbox = new Outbox(new EndedUnseen(), new AtomicLong());

    assertThatCode(outbox::abort).doesNotThrowAnyException();
    assertThatCode(outbox::close).doesNotThrowAnyException();
  }

  /** Ends between the question whether it has ended, and the wish that it ends. */
  private static final class EndedUnseen implements BoundedSourceQueue<ByteString> {
    @Override
    public QueueOfferResult offer(ByteString frame) {
      throw new AssertionError("nothing is offered here");
    }

    @Override
    public void complete() {
      throw new IllegalStateException("The queue has already been completed.");
    }

    @Override
    public void fail(Throwable failure) {
      throw new IllegalStateException("The queue has already been completed.");
    }

    @Override
    public int size() {
      return 0;
    }

    @Override
    public boolean isCompleted() {
      return false;
    }
  }
}
