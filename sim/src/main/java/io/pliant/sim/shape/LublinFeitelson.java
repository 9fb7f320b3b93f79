package io.pliant.sim.shape;

import java.util.Random;

/**
 * Sizes and run times of rigid jobs on parallel machines. Size: one processor with probability
 * 0.244, a power of two with 0.576; its logarithm is uniform in two stages. Run time: the
 * exponential of a gamma variate, one of two, of which larger jobs take the longer more often.
 *
 * <p><b>Source.</b> U. Lublin, D. Feitelson: The workload on parallel supercomputers, JPDC 63(11),
 * 2003; the parameters of its batch jobs.
 */
final class LublinFeitelson {
  private static final double ONE = 0.244;
  private static final double POWER_OF_TWO = 0.576;
  private static final double LOWEST = 0.8;
  private static final double BELOW_HIGHEST = 2.5;
  private static final double IN_FIRST_STAGE = 0.86;
  private static final double SHORT_SHAPE = 4.2;
  private static final double SHORT_SCALE = 0.94;
  private static final double LONG_SHAPE = 312;
  private static final double LONG_SCALE = 0.03;
  private static final double SHORT_BY_SIZE = -0.0054;
  private static final double SHORT_AT_NONE = 0.78;
  private static final long LONGEST = 7 * 86_400;

  private final Random random;

  LublinFeitelson(Random random) {
    this.random = random;
  }

  /** Processors of a job, from 1 to so many. */
  int size(int most) {
    if (most == 1 || random.nextDouble() < ONE) {
      return 1;
    }
    double highest = StrictMath.log(most) / StrictMath.log(2);
    double middle = Math.max(LOWEST, highest - BELOW_HIGHEST);
    boolean first = random.nextDouble() < IN_FIRST_STAGE;
    double low = Math.min(first ? LOWEST : middle, highest);
    double high = first ? middle : highest;
    double exponent = low + (high - low) * random.nextDouble();
    double rounded = random.nextDouble() < POWER_OF_TWO ? Math.rint(exponent) : exponent;
    return Math.clamp(Math.round(StrictMath.pow(2, rounded)), 1, most);
  }

  /** Seconds for which a job of that size runs, from 1 to a week. */
  long seconds(int size) {
    double shorter = Math.clamp(SHORT_BY_SIZE * size + SHORT_AT_NONE, 0, 1);
    double logarithm =
        random.nextDouble() < shorter
            ? gamma(SHORT_SHAPE, SHORT_SCALE)
            : gamma(LONG_SHAPE, LONG_SCALE);
    return Math.clamp(Math.round(StrictMath.exp(Math.min(logarithm, 20))), 1, LONGEST);
  }

  /** A gamma variate (G. Marsaglia, W. Tsang, ACM TOMS 26(3), 2000), of a shape of at least 1. */
  private double gamma(double shape, double scale) {
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double x = random.nextGaussian();
      double t = 1 + c * x;
      double v = t * t * t;
      double u = 1 - random.nextDouble();
      if (v > 0 && StrictMath.log(u) < x * x / 2 + d * (1 - v + StrictMath.log(v))) {
        return d * v * scale;
      }
    }
  }
}
