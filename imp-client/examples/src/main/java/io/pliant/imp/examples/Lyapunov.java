package io.pliant.imp.examples;

import org.jspecify.annotations.Nullable;

/**
 * The Lyapunov exponent of the logistic map x -> r x (1 - x): the mean of ln|r (1 - 2x)| along an
 * orbit. Below zero orbits meet, above they part (chaos).
 */
final class Lyapunov {
  private static final int SETTLING = 1000;

  private Lyapunov() {}

  /** The exponent at {@code r} by an orbit of that many steps; the same bits everywhere. */
  static double at(double r, int iterations) {
    double x = 0.3;
    for (int i = 0; i < SETTLING; i++) {
      x = r * x * (1 - x);
    }
    double sum = 0;
    for (int i = 0; i < iterations; i++) {
      x = r * x * (1 - x);
      // StrictMath: the same logarithm on every machine
      sum += StrictMath.log(Math.max(Math.abs(r * (1 - 2 * x)), 1e-12));
    }
    return sum / iterations;
  }

  /**
   * What is known on paper: ln|2 - r| while the fixed point holds (1 &lt; r &lt; 3), half of ln|4 +
   * 2r - r^2| while orbits have period two (3 &lt; r &lt; 1 + sqrt 6), ln 2 at r = 4; else null.
   * Close to where the period doubles orbits settle too slowly to be compared, so null there, too.
   */
  static @Nullable Double exact(double r) {
    if (r == 4) {
      return Math.log(2);
    }
    if (r > 1.05 && r < 2.95) {
      return Math.log(Math.abs(2 - r));
    }
    if (r > 3.05 && r < 3.4) {
      return Math.log(Math.abs(4 + 2 * r - r * r)) / 2;
    }
    return null;
  }
}
