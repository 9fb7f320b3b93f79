package io.pliant.runtime.node;

/**
 * How often what programs say is passed on: at most so often, and the less often the more it is. So
 * a program that talks without end fills neither the connection nor the agent's memory. Times are
 * monotonic nanoseconds. Not thread-safe.
 */
final class ReportPace {
  static final long NANOS_PER_PASS = 20_000_000;
  static final long NANOS_PER_ENTRY = 100_000;

  private long nextNanos;

  /** The first pass may be at once. */
  ReportPace(long nowNanos) {
    this.nextNanos = nowNanos;
  }

  /** Nanoseconds until the next pass; 0 or less when it may be now. */
  long waitNanos(long nowNanos) {
    return nextNanos - nowNanos;
  }

  /** So many entries were passed on. */
  void passed(long entries, long nowNanos) {
    nextNanos = nowNanos + NANOS_PER_PASS + entries * NANOS_PER_ENTRY;
  }
}
