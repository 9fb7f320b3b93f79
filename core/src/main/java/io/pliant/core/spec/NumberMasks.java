package io.pliant.core.spec;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists of numbers or masks behind a word of {@code --cpu-bind} and {@code --mem-bind}. */
final class NumberMasks {
  /** Characters of a whole option. */
  static final int MOST_CHARACTERS = 32_768;

  /** Entries of a list, repetitions counted. */
  private static final int MOST_ENTRIES = 4_096;

  private static final Pattern ENTRY =
      Pattern.compile("((?:0[xX])?[0-9a-fA-F]{1,2050})(?:\\*([1-9][0-9]{0,3}))?");

  private NumberMasks() {}

  /**
   * The entries of a list such as {@code 0,0x8*2}, each as a set of bits, one for a number.
   *
   * @param masks hexadecimal masks instead of numbers
   * @param highest largest number
   * @throws IllegalArgumentException when there are too many, or one is too large or none
   */
  static List<BigInteger> read(String list, boolean masks, int highest) {
    List<BigInteger> read = new ArrayList<>();
    for (String entry : list.split(",", -1)) {
      Matcher parts = ENTRY.matcher(entry);
      if (!parts.matches()) {
        throw new IllegalArgumentException(entry);
      }
      BigInteger mask = entry(parts.group(1), masks, highest);
      int times = parts.group(2) == null ? 1 : Integer.parseInt(parts.group(2));
      if (mask.signum() == 0
          || mask.bitLength() > highest + 1
          || read.size() + times > MOST_ENTRIES) {
        throw new IllegalArgumentException(entry);
      }
      read.addAll(Collections.nCopies(times, mask));
    }
    return read;
  }

  private static BigInteger entry(String text, boolean mask, int highest) {
    boolean hexadecimal = text.startsWith("0x") || text.startsWith("0X");
    String digits = hexadecimal ? text.substring(2) : text;
    if (mask) {
      return new BigInteger(digits, 16);
    }
    int number =
        digits.length() > 5 ? highest + 1 : Integer.parseInt(digits, hexadecimal ? 16 : 10);
    if (number > highest) {
      throw new IllegalArgumentException(text);
    }
    return BigInteger.ONE.shiftLeft(number);
  }
}
