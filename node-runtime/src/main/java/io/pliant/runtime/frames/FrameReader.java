package io.pliant.runtime.frames;

import io.pliant.runtime.bounds.ByteBudget;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import org.apache.pekko.stream.Attributes;
import org.apache.pekko.stream.FlowShape;
import org.apache.pekko.stream.Inlet;
import org.apache.pekko.stream.Outlet;
import org.apache.pekko.stream.stage.AbstractInOutHandler;
import org.apache.pekko.stream.stage.GraphStage;
import org.apache.pekko.stream.stage.GraphStageLogic;
import org.apache.pekko.stream.stage.TimerGraphStageLogic;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what a connection sends into the bodies of frames. A length that is announced costs nothing:
 * memory grows with the bytes that came. The whole of a frame that comes in pieces is charged to a
 * budget that all connections share, from its first bytes until its body was taken; a frame for
 * which there is no room waits unread, and ends its own connection when it waits too long.
 */
final class FrameReader extends GraphStage<FlowShape<ByteString, byte[]>> {
  static final int HEADER = 4;

  private static final int FIRST_ROOM = 1024;
  private static final Duration ASK_AGAIN = Duration.ofMillis(20);
  private static final String OVERDUE = "overdue";
  private static final String ROOM = "room";

  private final Inlet<ByteString> in = Inlet.create("FrameReader.in");
  private final Outlet<byte[]> out = Outlet.create("FrameReader.out");
  private final FlowShape<ByteString, byte[]> shape = FlowShape.of(in, out);
  private final Intake intake;

  FrameReader(Intake intake) {
    this.intake = intake;
  }

  @Override
  public FlowShape<ByteString, byte[]> shape() {
    return shape;
  }

  @Override
  public GraphStageLogic createLogic(Attributes attributes) {
    return new Logic();
  }

  private final class Logic extends TimerGraphStageLogic {
    private final byte[] header = new byte[HEADER];
    private ByteBuffer rest = ByteBuffer.allocate(0);
    private int headerBytes;
    private byte @Nullable [] body;
    private int length;
    private int filled;
    private long reserved;
    private @Nullable ByteBudget charged;
    private boolean timed;
    private boolean crowded;
    private boolean refused;

    Logic() {
      super(shape);
      setHandlers(
          in,
          out,
          new AbstractInOutHandler() {
            @Override
            public void onPush() {
              rest = grab(in).asByteBuffer();
              advance();
            }

            @Override
            public void onPull() {
              refund(); // the body before this one was taken
              advance();
            }

            @Override
            public void onUpstreamFinish() {
              if (isAvailable(out)) {
                advance();
              } else if (!rest.hasRemaining()) {
                finish();
              }
            }
          });
    }

    @Override
    public void onTimer(Object key) {
      if (key.equals(ROOM)) {
        advance();
        return;
      }
      Intake.Terms terms = intake.terms();
      refuse(
          crowded
              ? "Expected room for a frame within %d s, but frames that are not complete hold %d of %d bytes."
                  .formatted(
                      terms.within().toSeconds(), terms.budget().held(), terms.budget().most())
              : "Expected all of a frame within %d s, but only %d bytes of it came."
                  .formatted(terms.within().toSeconds(), headerBytes + filled));
    }

    @Override
    public void postStop() {
      refund();
    }

    private void advance() {
      byte[] whole = nextBody();
      if (whole != null) {
        push(out, whole);
      } else if (refused) {
        return;
      } else if (crowded) {
        watch();
        scheduleOnce(ROOM, ASK_AGAIN);
      } else if (isClosed(in)) {
        finish();
      } else if (!hasBeenPulled(in)) {
        watch();
        pull(in);
      }
    }

    private void finish() {
      if (headerBytes > 0) {
        refuse("Expected the rest of a frame, but the connection ended.");
      } else {
        completeStage();
      }
    }

    /** The next body when all of it came. */
    private byte @Nullable [] nextBody() {
      while (headerBytes < HEADER && rest.hasRemaining()) {
        header[headerBytes++] = rest.get();
      }
      if (headerBytes < HEADER) {
        return null;
      }
      byte[] room = body == null ? begun() : body;
      if (room == null) {
        return null;
      }
      int taken = Math.min(length - filled, rest.remaining());
      if (filled + taken > room.length) {
        room = Arrays.copyOf(room, Math.min(length, Math.max(2 * room.length, filled + taken)));
      }
      rest.get(room, filled, taken);
      filled += taken;
      body = room;
      return filled == length ? complete(room) : null;
    }

    /** Where the body goes, or null when there is no room for it. */
    private byte @Nullable [] begun() {
      Intake.Terms terms = intake.terms();
      length = ByteBuffer.wrap(header).getInt();
      if (length < 0 || length > terms.mostBody()) {
        refuse(
            "Expected a frame of at most %d bytes, but one of %d was announced."
                .formatted(terms.mostBody(), Integer.toUnsignedLong(length)));
        return null;
      }
      if (length > rest.remaining()) {
        crowded = !terms.budget().reserve(length);
        if (crowded) {
          return null;
        }
        charged = terms.budget();
        reserved = length;
      }
      return new byte[Math.min(length, Math.max(rest.remaining(), FIRST_ROOM))];
    }

    private byte[] complete(byte[] whole) {
      headerBytes = 0;
      filled = 0;
      body = null;
      if (timed) {
        timed = false;
        cancelTimer(OVERDUE);
      }
      return whole;
    }

    /** A frame that has begun must come to its end. */
    private void watch() {
      if (headerBytes > 0 && !timed) {
        timed = true;
        scheduleOnce(OVERDUE, intake.terms().within());
      }
    }

    private void refuse(String why) {
      refused = true;
      failStage(new FrameRefused(why));
    }

    private void refund() {
      if (charged != null) {
        charged.release(reserved);
        charged = null;
        reserved = 0;
      }
    }
  }
}
