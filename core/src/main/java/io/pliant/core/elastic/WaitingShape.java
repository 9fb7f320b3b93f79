package io.pliant.core.elastic;

import io.pliant.core.size.SizeRange;
import io.pliant.core.size.SpeedUp;

/**
 * A waiting job with the sizes it could have.
 *
 * @param job its number; rises in order of submission
 * @param sizes it can run on
 * @param submit when it was submitted
 * @param estimate run time on the preferred size by the user's estimate, at least 1
 * @param gigabytes data that a resize redistributes
 */
public record WaitingShape(int job, SizeRange sizes, long submit, long estimate, double gigabytes) {
  /** The same without data to redistribute. */
  public WaitingShape withoutData() {
    return new WaitingShape(job, sizes, submit, estimate, 0);
  }

  /** Estimated run time on n nodes by a curve. */
  public long estimateOn(int n, SpeedUp curve) {
    return n == sizes.preferred()
        ? estimate
        : (long) Math.ceil(estimate / curve.relative(n, sizes.preferred()));
  }
}
