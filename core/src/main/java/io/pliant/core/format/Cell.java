package io.pliant.core.format;

/** Text in a place of so many characters. */
final class Cell {
  private Cell() {}

  /**
   * The text padded or cut to {@code width} characters.
   *
   * @param width 0 to leave the text as it is
   * @param right true to pad on the left
   * @param mark what stands in the last place of a text that was cut; empty for nothing
   */
  static String fit(String text, int width, boolean right, String mark) {
    int length = text.codePointCount(0, text.length());
    if (width == 0 || length == width) {
      return text;
    }
    if (length > width) {
      int kept = Math.max(0, width - mark.length());
      return text.substring(0, text.offsetByCodePoints(0, kept)) + mark;
    }
    String padding = " ".repeat(width - length);
    return right ? padding + text : text + padding;
  }
}
