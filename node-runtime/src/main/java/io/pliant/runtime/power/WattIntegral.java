package io.pliant.runtime.power;

/** Adds watts up to whole microjoules; what is left over counts in the next sum. */
final class WattIntegral {
  /** More than any node draws, in microwatts; keeps the product of a minute in range. */
  static final long MOST_MICROWATTS = 100_000_000_000L;

  private static final long MINUTE_MICROS = 60_000_000;
  private static final long PER_MICROJOULE = 1_000_000;

  private long left;

  /** Whole microjoules of some microwatts, at most {@link #MOST_MICROWATTS}, over microseconds. */
  long add(long microwatts, long micros) {
    if (microwatts < 0 || microwatts > MOST_MICROWATTS) {
      throw new IllegalArgumentException(
          "Expected 0 to 100000 watts, but got %d microwatts.".formatted(microwatts));
    }
    long sum = 0;
    for (long rest = micros; rest > 0; rest -= MINUTE_MICROS) {
      left += microwatts * Math.min(rest, MINUTE_MICROS);
      sum += left / PER_MICROJOULE;
      left %= PER_MICROJOULE;
    }
    return sum;
  }
}
