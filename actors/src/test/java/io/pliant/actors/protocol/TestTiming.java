package io.pliant.actors.protocol;

import java.time.Duration;

/** Clocks for tests: those that a test is not about never strike. */
public final class TestTiming {
  private static final Duration NEVER = Duration.ofHours(1);
  private static final Duration SOON = Duration.ofMillis(100);

  private TestTiming() {}

  /** No clock strikes but the one after a failure. */
  public static EntityTiming quiet() {
    return reminding(NEVER);
  }

  /** Those of repetition alone, of jobs and of partitions. */
  public static EntityTiming repeating(Duration interval) {
    return new EntityTiming(NEVER, NEVER, interval, interval, NEVER, NEVER, SOON, NEVER);
  }

  /** A job's or program's, with its interval of repetition. */
  public static EntityTiming reminding(Duration remind) {
    return new EntityTiming(NEVER, NEVER, NEVER, remind, NEVER, SOON, SOON, NEVER);
  }
}
