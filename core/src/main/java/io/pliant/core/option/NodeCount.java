package io.pliant.core.option;

import org.jspecify.annotations.Nullable;

/**
 * Least and largest number of nodes.
 *
 * @param min at least 1, or 0 when nothing was asked
 * @param max at least {@code min}
 */
record NodeCount(int min, int max) {

  /** Reads {@code 4} or {@code 2-8}. */
  static NodeCount of(@Nullable GivenOption given) {
    if (given == null) {
      return new NodeCount(0, 0);
    }
    String[] ends = given.valueOrEmpty().split("-", -1);
    if (ends.length > 2 || !numbers(ends)) {
      throw OptionException.badValue(given, "a number of nodes such as 4, or a range such as 2-8");
    }
    int min = GivenOptions.count(given, ends[0]);
    int max = GivenOptions.count(given, ends[ends.length - 1]);
    if (max < min) {
      throw OptionException.badValue(given, "a range from the least to the largest number");
    }
    return new NodeCount(min, max);
  }

  private static boolean numbers(String[] ends) {
    for (String end : ends) {
      if (end.isEmpty() || !end.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return false;
      }
    }
    return true;
  }

  boolean given() {
    return min > 0;
  }

  int orOne() {
    return Math.max(1, min);
  }
}
