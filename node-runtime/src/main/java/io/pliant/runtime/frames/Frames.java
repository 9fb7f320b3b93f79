package io.pliant.runtime.frames;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.pekko.Done;
import org.apache.pekko.NotUsed;
import org.apache.pekko.stream.javadsl.Flow;
import org.apache.pekko.stream.javadsl.Keep;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.util.ByteString;

/** Turns one TCP connection into a consumer of frame bodies and a bounded {@link Outbox}. */
public final class Frames {
  /** Largest body of a frame, in bytes. */
  public static final int MAX_BODY = 8 * 1024 * 1024;

  private static final int MAX_WAITING_FRAMES = 4096;

  private Frames() {}

  /**
   * The handler of one connection; materialize it once only. Its value completes when the peer or
   * the outbox closed, and fails on garbage or a broken line.
   *
   * @param intake what may come in
   * @param onOpen gets the outbox, before any body arrives
   * @param onBody gets each body in order, on a stream thread, and the next one when its value has
   *     completed; an exception closes the connection
   */
  public static Flow<ByteString, ByteString, CompletionStage<Done>> handler(
      Intake intake, Consumer<Outbox> onOpen, Function<byte[], CompletionStage<Done>> onBody) {
    Sink<ByteString, CompletionStage<Done>> in =
        Flow.of(ByteString.class)
            .via(new FrameReader(intake))
            .mapAsync(1, onBody::apply)
            .toMat(Sink.ignore(), Keep.right());
    AtomicLong waiting = new AtomicLong();
    Source<ByteString, NotUsed> out =
        Source.<ByteString>queue(MAX_WAITING_FRAMES)
            .map(frame -> counted(frame, waiting))
            .mapMaterializedValue(queue -> {
              onOpen.accept(new Outbox(queue, waiting));
              return NotUsed.getInstance();
            });
    return Flow.fromSinkAndSourceCoupledMat(in, out, Keep.left());
  }

  static ByteString frame(byte[] body) {
    ByteString header =
        ByteString.fromArrayUnsafe(
            new byte[] {
              (byte) (body.length >>> 24),
              (byte) (body.length >>> 16),
              (byte) (body.length >>> 8),
              (byte) body.length
            });
    return header.concat(ByteString.fromArrayUnsafe(body));
  }

  private static ByteString counted(ByteString frame, AtomicLong waiting) {
    waiting.addAndGet(-frame.size());
    return frame;
  }
}
