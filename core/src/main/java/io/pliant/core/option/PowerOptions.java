package io.pliant.core.option;

import io.pliant.core.power.Watts;
import org.jspecify.annotations.Nullable;

/**
 * Turns {@code --power-min} and {@code --power-max}, watts of each node under the job, into one
 * statement. One of them alone says that both are equal.
 */
final class PowerOptions {
  /** Most watts of a node that may be declared. */
  static final int MOST_WATTS = 1_000_000;

  private static final String FORM = "watts of a node, from 1 to " + MOST_WATTS;

  private PowerOptions() {}

  /** What is declared, or null when nothing is. */
  static @Nullable Watts read(GivenOptions options) {
    Double low = options.read(SubmitOption.POWER_MIN, FORM, PowerOptions::watts);
    Double high = options.read(SubmitOption.POWER_MAX, FORM, PowerOptions::watts);
    if (low == null) {
      return high == null ? null : Watts.declared(high, high);
    }
    GivenOption given = options.get(SubmitOption.POWER_MAX);
    if (high != null && given != null && high < low) {
      throw OptionException.badValue(
          given, "at least the %s of --power-min".formatted(options.text(SubmitOption.POWER_MIN)));
    }
    return Watts.declared(low, high == null ? low : high);
  }

  private static double watts(String text) {
    if (!text.matches("[0-9]{1,7}([.][0-9]{1,3})?")) {
      throw new IllegalArgumentException(text);
    }
    double watts = Double.parseDouble(text);
    if (watts < 1 || watts > MOST_WATTS) {
      throw new IllegalArgumentException(text);
    }
    return watts;
  }
}
