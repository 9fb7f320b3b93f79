package io.pliant.core.hostlist;

import io.pliant.core.id.NodeName;
import java.util.Comparator;

/** A node name split before the number at its end; a name without one has no digits. */
record NumberedName(String prefix, String digits) implements Comparable<NumberedName> {

  private static final int MAX_DIGITS = 9;
  private static final Comparator<NumberedName> ORDER =
      Comparator.comparing(NumberedName::prefix).thenComparing(NumberedName::number);

  static NumberedName of(NodeName name) {
    String text = name.value();
    int start = text.length();
    while (start > 0 && text.length() - start < MAX_DIGITS && isDigit(text.charAt(start - 1))) {
      start--;
    }
    return new NumberedName(text.substring(0, start), text.substring(start));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** True when both can stand in one bracket. */
  boolean sharesPrefix(NumberedName other) {
    return !digits.isEmpty() && !other.digits.isEmpty() && prefix.equals(other.prefix);
  }

  /** True when a range that began at {@code from} and has come to {@code to} goes on with this. */
  boolean continues(NumberedName from, NumberedName to) {
    return digits.equals(padded(to.number() + 1, paddingOf(from.digits)));
  }

  /** The number, or -1 for a name without one. */
  int number() {
    return digits.isEmpty() ? -1 : Integer.parseInt(digits);
  }

  @Override
  public int compareTo(NumberedName other) {
    return ORDER.compare(this, other);
  }

  /** Width to which a range that starts with these digits is padded; 0 for none. */
  static int paddingOf(String digits) {
    return digits.length() > 1 && digits.charAt(0) == '0' ? digits.length() : 0;
  }

  static String padded(long number, int width) {
    String digits = Long.toString(number);
    return "0".repeat(Math.max(0, width - digits.length())) + digits;
  }
}
