package io.pliant.core.format;

/**
 * Makes texts of others fit for a terminal: characters that move the cursor, change colours or turn
 * the direction of writing are shown as {@code \}{@code u202e}.
 */
public final class PrintableText {
  private PrintableText() {}

  /** True for a character that shows what it is and nothing else. */
  public static boolean printable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      case Character.FORMAT -> joins(codePoint);
      default -> true;
    };
  }

  /** Characters without a shape of their own that scripts need, within words. */
  private static boolean joins(int codePoint) {
    return codePoint == 0x00AD || codePoint == 0x200C || codePoint == 0x200D;
  }

  /** True when every character is printable. */
  public static boolean printable(String text) {
    return text.codePoints().allMatch(PrintableText::printable);
  }

  /** The text with each other character as its number; line breaks are such, too. */
  public static String escaped(String text) {
    return escaped(text, "");
  }

  /** The same, but with line breaks and tabs left as they are: for messages of several lines. */
  public static String escapedLines(String text) {
    return escaped(text, "\n\t");
  }

  private static String escaped(String text, String kept) {
    if (text.codePoints().allMatch(c -> printable(c) || kept.indexOf(c) >= 0)) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(c -> {
          if (printable(c) || kept.indexOf(c) >= 0) {
            shown.appendCodePoint(c);
          } else {
            shown.append(c <= 0xFFFF ? "\\u%04x".formatted(c) : "\\U%06x".formatted(c));
          }
        });
    return shown.toString();
  }
}
