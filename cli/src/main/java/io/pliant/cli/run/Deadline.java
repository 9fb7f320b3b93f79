package io.pliant.cli.run;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A moment by which something must have happened.
 *
 * @param nanos by the clock of the virtual machine, or null for never
 */
record Deadline(@Nullable Long nanos) {
  /** So long from now; never for null. */
  static Deadline in(@Nullable Duration time) {
    return new Deadline(time == null ? null : (Long) (System.nanoTime() + time.toNanos()));
  }

  boolean isSet() {
    return nanos != null;
  }

  boolean isPast() {
    return nanos != null && System.nanoTime() - nanos >= 0;
  }
}
