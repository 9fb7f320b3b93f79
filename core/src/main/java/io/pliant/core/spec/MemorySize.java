package io.pliant.core.spec;

import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Slurm's forms of an amount of memory: a number and K, M, G or T, megabytes without a letter. */
public final class MemorySize {

  /** The forms that {@link #parseMegabytes} reads, for messages. */
  public static final String FORMS =
      "a whole number with K, M, G or T (megabytes without a letter)";

  private static final Pattern FORM = Pattern.compile("(\\d{1,12})(?:([KMGT])B?)?");

  private MemorySize() {}

  /**
   * Reads an amount as megabytes of 1024 * 1024 bytes; kilobytes are rounded up.
   *
   * @throws IllegalArgumentException naming the text when it is no amount or more than an int holds
   */
  public static int parseMegabytes(String text) {
    Matcher matcher = FORM.matcher(text.strip().toUpperCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "Expected an amount of memory as %s, but got '%s'.".formatted(FORMS, text));
    }
    long number = Long.parseLong(matcher.group(1));
    long megabytes =
        switch (Objects.requireNonNullElse(matcher.group(2), "M")) {
          case "K" -> (number + 1023) / 1024;
          case "G" -> number * 1024;
          case "T" -> number * 1024 * 1024;
          default -> number;
        };
    if (megabytes > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "Expected at most %d megabytes, but got '%s'.".formatted(Integer.MAX_VALUE, text));
    }
    return (int) megabytes;
  }

  /** Shortest exact form: {@code 2G}, {@code 1500M}. */
  public static String format(int megabytes) {
    if (megabytes != 0 && megabytes % (1024 * 1024) == 0) {
      return megabytes / (1024 * 1024) + "T";
    }
    return megabytes != 0 && megabytes % 1024 == 0 ? megabytes / 1024 + "G" : megabytes + "M";
  }
}
