package io.pliant.core.priority;

import java.time.Duration;
import java.time.Instant;

/**
 * What a partition remembers of one user, for the order of its queue.
 *
 * @param accuracy of the user's estimates, from the last completed jobs
 * @param use cpu-seconds that the user's jobs held, as it had decayed at {@code asOf}
 * @param asOf when a job of the user last gave its nodes back
 */
public record UserHistory(UserAccuracy accuracy, double use, Instant asOf) {
  /** The use as it has decayed at {@code now}; half of it is left after each half-life. */
  public double useAt(Instant now, Duration halfLife) {
    double age = Math.max(0, Duration.between(asOf, now).toMillis());
    return use * Math.pow(2, -age / halfLife.toMillis());
  }
}
