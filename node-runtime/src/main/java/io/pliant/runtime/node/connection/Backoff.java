package io.pliant.runtime.node.connection;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to wait before the next attempt to connect: doubles, with jitter, up to a bound. */
final class Backoff {
  private static final long FIRST_MILLIS = 100;
  private static final long LONGEST_MILLIS = 5_000;

  private final RandomGenerator random;
  private int failures;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  /** Wait after one more failure: half to all of 100 ms, 200 ms, 400 ms ... 5 s. */
  Duration next() {
    long full = Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(failures, 10));
    failures++;
    return Duration.ofMillis(full / 2 + random.nextLong(full / 2 + 1));
  }

  /** Wait after a refusal that only a person can change: 5 to 10 s. */
  Duration afterRejection() {
    return Duration.ofMillis(LONGEST_MILLIS + random.nextLong(LONGEST_MILLIS + 1));
  }

  /** A connection stands. */
  void reset() {
    failures = 0;
  }
}
