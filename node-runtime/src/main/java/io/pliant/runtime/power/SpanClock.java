package io.pliant.runtime.power;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives spans their times: microseconds since the epoch that pass as the monotonic clock does. They
 * follow small errors of the wall clock by a thousandth at most, and its jumps at once. Not for
 * several threads.
 */
final class SpanClock {
  /** The wall clock jumped when it is off by more. */
  static final long JUMP_MICROS = 500_000;

  private static final long FOLLOWED = 1_000;

  private long anchorNanos;
  private long anchorMicros;
  private long off;

  /** Both clocks at one moment. */
  record Moment(long nanos, long wallMicros) {
    /** Clocks read further apart tell nothing of each other: the thread was kept waiting. */
    private static final long APART_NANOS = 1_000_000;

    private static final int TRIES = 5;

    /** Now; null when the machine is too busy to tell. */
    static @Nullable Moment now(LongSupplier nanos, LongSupplier wallMicros) {
      for (int i = 0; i < TRIES; i++) {
        long before = nanos.getAsLong();
        long wall = wallMicros.getAsLong();
        long apart = nanos.getAsLong() - before;
        if (apart <= APART_NANOS) {
          return new Moment(before + apart / 2, wall);
        }
      }
      return null;
    }
  }

  SpanClock(long nanos, long wallMicros) {
    anchorNanos = nanos;
    anchorMicros = wallMicros;
  }

  /** Time for spans at a monotonic time; it only goes back for one before the last comparison. */
  long micros(long nanos) {
    long passed = (nanos - anchorNanos) / 1_000;
    long most = Math.max(0, passed) / FOLLOWED;
    return anchorMicros + passed + Math.clamp(off, -most, most);
  }

  /**
   * Compares with the wall clock; to be called about once a second.
   *
   * @return microseconds that the time jumped by: 0, or more than {@link #JUMP_MICROS}, either way
   */
  long follow(Moment now) {
    long nanos = now.nanos();
    long mine = micros(nanos);
    long error = now.wallMicros() - mine;
    boolean jumped = Math.abs(error) > JUMP_MICROS;
    anchorNanos = nanos;
    anchorMicros = jumped ? now.wallMicros() : mine;
    off = jumped ? 0 : error;
    return jumped ? error : 0;
  }
}
