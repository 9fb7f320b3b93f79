package io.pliant.core.resource;

import java.util.Locale;
import java.util.TreeMap;

/** Licences as jobs ask for them: {@code matlab:2,ansys}, {@code ;} for {@code ,} as well. */
public final class Licences {
  /** What is accepted, for error messages. */
  public static final String FORMS = "licences with numbers, as matlab:2,ansys";

  private static final int MOST = 9_999_999;

  private Licences() {}

  /** Throws IllegalArgumentException for what is no such list; a name twice counts together. */
  public static Kinds parse(String text) {
    TreeMap<String, Amount> asked = new TreeMap<>();
    for (String word : text.split("[,;]", -1)) {
      int colon = word.lastIndexOf(':');
      String name = (colon < 0 ? word : word.substring(0, colon)).toLowerCase(Locale.ROOT);
      String number = colon < 0 ? "1" : word.substring(colon + 1);
      if (name.isEmpty() || !number.matches("[1-9][0-9]{0,6}")) {
        throw new IllegalArgumentException("Expected %s, but got '%.80s'.".formatted(FORMS, word));
      }
      Amount before = asked.getOrDefault(name, Amount.of(0));
      long sum = (long) before.count() + Integer.parseInt(number);
      if (sum > MOST) {
        throw new IllegalArgumentException(
            "Expected at most %d licences %.80s, but got %d.".formatted(MOST, name, sum));
      }
      asked.put(name, Amount.of((int) sum));
    }
    return new Kinds(asked);
  }
}
