package io.pliant.core.resource;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * How much there is of one countable kind, and which units where that is known.
 *
 * @param count number of units, at least 0
 * @param units their names in order, as indices of devices; empty where they are alike or not told
 */
public record Amount(int count, List<String> units) {
  /** Longest name of a unit in characters. */
  public static final int LONGEST = 64;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1," + LONGEST + "}");

  public Amount {
    units = ordered(units);
    if (count < 0 || !units.isEmpty() && units.size() != count) {
      throw new IllegalArgumentException(
          "Expected at least 0 units, and as many names as units or none, but got %d and %s."
              .formatted(count, units));
    }
    for (String unit : units) {
      if (!NAME.matcher(unit).matches()) {
        throw new IllegalArgumentException(
            "Expected the name of a unit in 1 to %d letters, digits and '._-', but got '%.80s'."
                .formatted(LONGEST, unit));
      }
    }
  }

  /** Each once; numbers by their value. */
  private static List<String> ordered(Collection<String> names) {
    if (names.isEmpty()) {
      return List.of();
    }
    TreeSet<String> sorted =
        new TreeSet<>(
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
    sorted.addAll(names);
    return List.copyOf(sorted);
  }

  /** So many units that are alike. */
  public static Amount of(int count) {
    return new Amount(count, List.of());
  }

  /** These units. */
  public static Amount of(Collection<String> units) {
    return new Amount(units.size(), List.copyOf(units));
  }

  /** The count, and the names of the units where they are known: {@code 2/0/3}. */
  String word() {
    return units.isEmpty() ? Integer.toString(count) : count + "/" + String.join("/", units);
  }

  /** Reads {@link #word()} back. */
  static Amount parse(String word) {
    List<String> words = List.of(word.split("/", -1));
    return new Amount(Integer.parseInt(words.getFirst()), words.subList(1, words.size()));
  }

  /** Both together; which units they are is known where both say it. */
  Amount plus(Amount other) {
    if (!bothNamed(other)) {
      return of(Math.addExact(count, other.count));
    }
    List<String> all = new ArrayList<>(units);
    all.addAll(other.units);
    if (new TreeSet<>(all).size() < all.size()) {
      throw new IllegalArgumentException(
          "Expected other units than %s to be added, but got %s.".formatted(units, other.units));
    }
    return of(all);
  }

  /** What is left of it without another that it covers. */
  Amount minus(Amount other) {
    return bothNamed(other)
        ? of(units.stream().filter(unit -> !other.units.contains(unit)).toList())
        : of(count - other.count);
  }

  /** What is left of it without another, of which it may have less. */
  Amount without(Amount other) {
    return bothNamed(other) ? minus(other) : of(Math.max(0, count - other.count));
  }

  boolean covers(Amount other) {
    return count >= other.count && (!bothNamed(other) || units.containsAll(other.units));
  }

  private boolean bothNamed(Amount other) {
    return !units.isEmpty() && !other.units.isEmpty();
  }
}
