package io.pliant.core.power;

import java.util.Locale;

/** Says which bound cannot be met. */
final class Shortfalls {
  private Shortfalls() {}

  static Shortfall nodes(int needed, int nodes) {
    return new Shortfall(
        Shortfall.Bound.NODES,
        0,
        "The jobs need at least %d nodes, but there are %d.".formatted(needed, nodes));
  }

  /**
   * From the least watts by the high estimates and the most by the low ones that any sizes have,
   * both above those of idle nodes.
   */
  static Shortfall of(Choices choices, double fewest, double most) {
    if (fewest > choices.upper) {
      double over = fewest - choices.upper;
      return new Shortfall(
          Shortfall.Bound.UPPER,
          over,
          text(
              "With every job at its least size the power is still %.1f W over the upper bound.",
              over));
    }
    if (most < choices.lower) {
      double under = choices.lower - most;
      return new Shortfall(
          Shortfall.Bound.LOWER,
          under,
          text("At most, the jobs' power is still %.1f W under the lower bound.", under));
    }
    return new Shortfall(
        Shortfall.Bound.BOTH,
        Corridor.SLACK,
        "No sizes have a power between the bounds, though some are over the lower and some under the upper one.");
  }

  private static String text(String format, double watts) {
    return String.format(Locale.ROOT, format, watts);
  }
}
