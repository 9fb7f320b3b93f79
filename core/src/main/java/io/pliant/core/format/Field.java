package io.pliant.core.format;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * One thing that a line of output can tell, as users name it in formats.
 *
 * @param <T> what a line tells of
 * @param letter of {@code %} formats as in Slurm's manual, or {@link #NO_LETTER}
 * @param names of formats with names, in the spelling of Slurm's manual, the usual one first; may
 *     be empty
 * @param title what stands over it
 * @param width characters in a format with names that gives none; negative: padded on the right
 */
public record Field<T>(
    char letter, List<String> names, String title, int width, Function<T, String> value) {
  /** For a field that is only named. */
  public static final char NO_LETTER = 0;

  /** Characters of a field of which nothing else is said. */
  public static final int USUAL_WIDTH = 20;

  public Field {
    names = List.copyOf(names);
  }

  /** A field with a letter and names. */
  public static <T> Field<T> of(
      char letter, String title, Function<T, String> value, String... names) {
    return new Field<>(letter, List.of(names), title, -USUAL_WIDTH, value);
  }

  /** A field that is only named. */
  public static <T> Field<T> named(String title, Function<T, String> value, String... names) {
    return of(NO_LETTER, title, value, names);
  }

  /** A column whose title is its name, as in accounting. */
  public static <T> Field<T> column(String name, int width, Function<T, String> value) {
    return new Field<>(NO_LETTER, List.of(name), name, width, value);
  }

  /** True when this is its name, but for case, {@code -} and {@code _}. */
  boolean isNamed(String word) {
    return names.stream().anyMatch(name -> plain(name).equals(plain(word)));
  }

  /** True when a name of it begins so, but for case. */
  boolean beginsWith(String word) {
    return names.stream().anyMatch(name -> plain(name).startsWith(plain(word)));
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
  }
}
