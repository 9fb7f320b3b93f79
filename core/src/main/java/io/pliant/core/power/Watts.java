package io.pliant.core.power;

/**
 * What a node draws while a job runs on it: two estimates, or one measured value twice.
 *
 * @param low least watts of a node; the lower bound of a corridor is tested with it
 * @param high most watts of a node; the upper bound is tested with it
 * @param measured true when it was measured on this job
 */
public record Watts(double low, double high, boolean measured) {
  public Watts {
    if (!(low >= 0 && low <= high && high < 1e9)) {
      throw new IllegalArgumentException(
          "Expected 0 <= low <= high < 1e9 watts a node, but got %s and %s.".formatted(low, high));
    }
  }

  /** What the user declared ({@code --power-min}, {@code --power-max}). */
  public static Watts declared(double low, double high) {
    return new Watts(low, high, false);
  }

  /** What was measured, per node. */
  public static Watts measured(double watts) {
    return new Watts(watts, watts, true);
  }

  /** The middle of the estimate, for when no sizes satisfy both bounds safely. */
  public Watts middle() {
    double middle = (low + high) / 2;
    return new Watts(middle, middle, measured);
  }
}
