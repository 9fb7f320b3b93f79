package io.pliant.core.power;

/**
 * A lower and an upper bound on the power of a machine.
 *
 * @param lower least watts, at least 0
 * @param upper most watts, at least {@code lower}
 */
public record Corridor(double lower, double upper) {
  public Corridor {
    if (!(lower >= 0 && lower <= upper && upper < 1e12)) {
      throw new IllegalArgumentException(
          "Expected 0 <= lower <= upper < 1e12 watts, but got %s and %s.".formatted(lower, upper));
    }
  }

  /** True when so many watts are within the bounds, which belong to the corridor. */
  public boolean holds(double watts) {
    return watts >= lower - SLACK && watts <= upper + SLACK;
  }

  /** A thousandth of a watt: below what is counted. */
  static final double SLACK = 1e-3;

  /** Watts by which a bound is missed: above 0 over the upper one, below 0 under the lower one. */
  public double excess(double watts) {
    return watts > upper ? watts - upper : Math.min(0, watts - lower);
  }

  /** Both bounds times a part of 1. */
  public Corridor part(double of) {
    return new Corridor(of * lower, of * upper);
  }
}
