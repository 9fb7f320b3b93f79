package io.pliant.core.power;

import java.util.Locale;

/**
 * What a site may allow when no sizes of the jobs keep the upper bound, in the order in which they
 * are used.
 */
public enum PowerLever {
  /** A hardware cap on each node in use. */
  CAP,
  /** Jobs stand still, those that were started last first. */
  SUSPEND;

  /** The word in settings. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The lever of that word; IllegalArgumentException for another word. */
  public static PowerLever of(String word) {
    for (PowerLever lever : values()) {
      if (lever.word().equals(word)) {
        return lever;
      }
    }
    throw new IllegalArgumentException(
        "Expected cap or suspend as a power lever, but got '%s'.".formatted(word));
  }
}
