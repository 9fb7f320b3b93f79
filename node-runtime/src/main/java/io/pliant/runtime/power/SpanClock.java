package io.pliant.runtime.power;

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

  SpanClock(long nanos, long wallMicros) {
    anchorNanos = nanos;
    anchorMicros = wallMicros;
  }

  /** Time for spans at a monotonic time that is not before that of the call before. */
  long micros(long nanos) {
    long passed = (nanos - anchorNanos) / 1_000;
    return anchorMicros + passed + Math.clamp(off, -(passed / FOLLOWED), passed / FOLLOWED);
  }

  /**
   * Compares with the wall clock; to be called about once a second.
   *
   * @return microseconds that the time jumped by: 0, or more than {@link #JUMP_MICROS}, either way
   */
  long follow(long nanos, long wallMicros) {
    long mine = micros(nanos);
    long error = wallMicros - mine;
    boolean jumped = Math.abs(error) > JUMP_MICROS;
    anchorNanos = nanos;
    anchorMicros = jumped ? wallMicros : mine;
    off = jumped ? 0 : error;
    return jumped ? error : 0;
  }
}
