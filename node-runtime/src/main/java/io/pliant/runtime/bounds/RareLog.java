package io.pliant.runtime.bounds;

import java.util.function.LongConsumer;

/**
 * Counts what happens and lets it be logged at most once a second, so that who makes it happen
 * cannot fill a disk. Any thread.
 */
public final class RareLog {
  private static final long EVERY_NANOS = 1_000_000_000L;

  private long count;
  private long silent;
  private long last = System.nanoTime() - EVERY_NANOS;

  /**
   * It happened once more.
   *
   * @param line writes the log line; gets how many have passed without one since the last
   */
  public void happened(LongConsumer line) {
    long passed;
    synchronized (this) {
      count++;
      long now = System.nanoTime();
      if (now - last < EVERY_NANOS) {
        silent++;
        return;
      }
      last = now;
      passed = silent;
      silent = 0;
    }
    line.accept(passed);
  }

  /** How often it happened. */
  public synchronized long count() {
    return count;
  }
}
