package io.pliant.runtime.settings;

import java.util.regex.Pattern;

/** Names of clusters and controllers. */
final class Word {
  static final String ALLOWED = "1 to 64 letters, digits, '-' and '_', a letter first";
  private static final Pattern LEGAL = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

  private Word() {}

  static String check(String text) {
    if (!LEGAL.matcher(text).matches()) {
      throw new IllegalArgumentException("Expected " + ALLOWED + ", but got '" + text + "'.");
    }
    return text;
  }
}
