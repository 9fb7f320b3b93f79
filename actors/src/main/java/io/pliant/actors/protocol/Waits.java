package io.pliant.actors.protocol;

import java.time.Duration;
import java.time.Instant;

/**
 * How long a timer is set for something that is due at a time which a user may have chosen. Pekko's
 * scheduler throws at delays of more than 248 days; so who waits that long is woken before, finds
 * that nothing is due, and waits again.
 */
public final class Waits {
  private static final Duration LONGEST = Duration.ofDays(100);

  private Waits() {}

  /** At least 1 ms; to just after {@code due} when that is near, else 100 days. */
  public static Duration until(Instant due, Instant now) {
    if (!due.isAfter(now)) {
      return Duration.ofMillis(1);
    }
    Duration wait = Duration.between(now, due);
    return wait.compareTo(LONGEST) < 0 ? wait.plusMillis(1) : LONGEST;
  }
}
