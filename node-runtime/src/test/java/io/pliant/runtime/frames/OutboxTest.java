package io.pliant.runtime.frames;

<<<<<<< HEAD
import static org.assertj.core.api.Assertions.assertThat;
=======
>>>>>>> h/certs
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.stream.BoundedSourceQueue;
import org.apache.pekko.stream.QueueOfferResult;
import org.apache.pekko.util.ByteString;
import org.junit.jupiter.api.Test;

final class OutboxTest {
<<<<<<< HEAD
  /** A queue that the other end completes right after it was asked whether it is complete. */
  private static final class ClosedMeanwhile implements BoundedSourceQueue<ByteString> {
    private int ended;

    @Override
    public QueueOfferResult offer(ByteString element) {
      return QueueOfferResult.enqueued();
=======
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
>>>>>>> h/certs
    }

    @Override
    public void complete() {
<<<<<<< HEAD
      ended++;
=======
>>>>>>> h/certs
      throw new IllegalStateException("The queue has already been completed.");
    }

    @Override
<<<<<<< HEAD
    public boolean isCompleted() {
      return false;
    }

    @Override
    public void fail(Throwable cause) {
      complete();
=======
    public void fail(Throwable failure) {
      throw new IllegalStateException("The queue has already been completed.");
>>>>>>> h/certs
    }

    @Override
    public int size() {
      return 0;
    }
<<<<<<< HEAD
  }

  @Test
  void shouldNotFailWhenTheOtherEndClosesTheConnectionAtThatMoment() {
    ClosedMeanwhile queue = new ClosedMeanwhile();
    Outbox outbox = new Outbox(queue, new AtomicLong());

    assertThatCode(outbox::abort).doesNotThrowAnyException();
    assertThatCode(outbox::close).doesNotThrowAnyException();
    assertThat(queue.ended).isEqualTo(2);
=======

    @Override
    public boolean isCompleted() {
      return false;
    }
>>>>>>> h/certs
  }
}
