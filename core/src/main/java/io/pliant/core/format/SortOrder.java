package io.pliant.core.format;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The order that {@code --sort} of Slurm's list commands names: letters of what lines are compared
 * by, the first one first, each rising, or falling behind a {@code -}. Lines that are alike in all
 * of them stay in the order in which they came.
 */
public final class SortOrder {
  private static final String PUNCTUATION = ",+#";

  private SortOrder() {}

  /**
   * Reads an order such as {@code P,t,-p}; throws IllegalArgumentException that names the letter
   * that is none, and those that there are.
   *
   * @param known how lines are compared by each letter
   */
  public static <T> Comparator<T> parse(String text, Map<Character, Comparator<T>> known) {
    Comparator<T> order = (_, _) -> 0;
    boolean falling = false;
    for (char letter : text.toCharArray()) {
      Comparator<T> by = known.get(letter);
      if (by != null) {
        order = order.thenComparing(falling ? by.reversed() : by);
      } else if (letter != '-' && PUNCTUATION.indexOf(letter) < 0) {
        throw new IllegalArgumentException(
            "Expected letters of %s to sort by, with '-' before one that falls, as in 'P,-i', but got '%s' in '%s'."
                .formatted(letters(known), letter, text));
      }
      falling = letter == '-';
    }
    return order;
  }

  private static <T> String letters(Map<Character, Comparator<T>> known) {
    List<Character> sorted = List.copyOf(new TreeSet<>(known.keySet()));
    return sorted.stream().map(String::valueOf).collect(Collectors.joining());
  }

  /** Names with numbers in them as people count: {@code n2} before {@code n10}. */
  public static int compareNames(String one, String other) {
    int at = 0;
    while (at < one.length() && at < other.length() && one.charAt(at) == other.charAt(at)) {
      at++;
    }
    while (at > 0 && isDigit(one, at - 1)) {
      at--;
    }
    if (isDigit(one, at) && isDigit(other, at)) {
      int byNumber = digits(one, at).compareTo(digits(other, at));
      if (byNumber != 0) {
        return byNumber;
      }
    }
    return one.compareTo(other);
  }

  private static boolean isDigit(String text, int at) {
    return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  private static BigInteger digits(String text, int from) {
    int to = from;
    while (isDigit(text, to)) {
      to++;
    }
    return new BigInteger(text.substring(from, to));
  }
}
