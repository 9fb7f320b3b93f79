package io.pliant.cli.slurm;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Sizes and counts as {@code sacct} writes them.
 *
 * @param letter the unit that all are written in, one of {@link #LETTERS}; 0 for the largest that
 *     loses nothing
 */
record Units(char letter) {
  static final String LETTERS = "KMGTP";

  /** Each in the largest unit that loses nothing. */
  static final Units EXACT = new Units('\0');

  private static final long KILO = 1024;
  private static final double THOUSAND = 1000;
  private static final double MINUTE = 60;
  private static final double HOUR = 60 * MINUTE;
  private static final double DAY = 24 * HOUR;

  /** Reads the letter of a unit; throws IllegalArgumentException that names what is wrong. */
  static Units parse(@Nullable String word) {
    if (word == null) {
      return EXACT;
    }
    String upper = word.toUpperCase(Locale.ROOT);
    if (upper.length() != 1 || LETTERS.indexOf(upper.charAt(0)) < 0) {
      throw new IllegalArgumentException(
          "Expected a unit of K, M, G, T or P, but got '%s'.".formatted(word));
    }
    return new Units(upper.charAt(0));
  }

  /** Bytes; empty for null. */
  String bytes(@Nullable Long bytes) {
    if (bytes == null) {
      return "";
    }
    if (letter != 0) {
      return in(bytes, letter);
    }
    long amount = bytes;
    int unit = -1;
    while (amount != 0 && amount % KILO == 0 && unit + 1 < LETTERS.length()) {
      amount /= KILO;
      unit++;
    }
    return amount + (unit < 0 ? "" : String.valueOf(LETTERS.charAt(unit)));
  }

  /** Bytes read or written, in megabytes unless another unit is asked for; empty for null. */
  String disk(@Nullable Long bytes) {
    return bytes == null ? "" : in(bytes, letter == 0 ? 'M' : letter);
  }

  /** Megabytes of memory. */
  String megabytes(long megabytes) {
    return bytes(Math.multiplyExact(megabytes, KILO * KILO));
  }

  /** A count by thousands: {@code 1.50K}. */
  String count(double count) {
    double amount = count;
    int unit = -1;
    while (amount >= THOUSAND && unit + 1 < LETTERS.length()) {
      amount /= THOUSAND;
      unit++;
    }
    return unit < 0
        ? Long.toString(Math.round(amount))
        : String.format(Locale.ROOT, "%.2f%c", amount, LETTERS.charAt(unit));
  }

  private static String in(long bytes, char unit) {
    double amount = bytes;
    for (int i = 0; i <= LETTERS.indexOf(unit); i++) {
      amount /= KILO;
    }
    return String.format(Locale.ROOT, "%.2f%c", amount, unit);
  }

  /** Processor time: {@code 00:01.234} below an hour, {@code 01:02:03} above; empty for null. */
  static String time(@Nullable Double seconds) {
    if (seconds == null) {
      return "";
    }
    if (seconds < HOUR) {
      long millis = Math.round(seconds * 1000);
      return String.format(
          Locale.ROOT, "%02d:%02d.%03d", millis / 60_000, millis / 1000 % 60, millis % 1000);
    }
    String clock =
        String.format(
            Locale.ROOT,
            "%02d:%02d:%02d",
            (long) (seconds % DAY / HOUR),
            (long) (seconds % HOUR / MINUTE),
            (long) (seconds % MINUTE));
    return seconds >= DAY ? (long) (seconds / DAY) + "-" + clock : clock;
  }
}
