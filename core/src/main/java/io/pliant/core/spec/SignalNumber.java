package io.pliant.core.spec;

import java.util.List;
import java.util.Locale;

/** Numbers of the signals that Linux knows on x86 and Arm. */
public final class SignalNumber {
  /** Largest number of a signal. */
  public static final int LARGEST = 64;

  private static final List<String> NAMES =
      List.of(
          "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV",
          "USR2", "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU",
          "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS");

  private SignalNumber() {}

  /**
   * Number of a signal given as {@code 10}, {@code USR1} or {@code SIGUSR1}.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static int parse(String text) {
    String word = text.strip().toUpperCase(Locale.ROOT);
    int number = NAMES.indexOf(word.startsWith("SIG") ? word.substring(3) : word);
    if (number <= 0 && word.matches("\\d{1,2}")) {
      number = Integer.parseInt(word);
    }
    if (number <= 0 || number > LARGEST) {
      throw new IllegalArgumentException(
          "Expected a signal such as TERM, SIGUSR1 or 10, but got '%.40s'.".formatted(text));
    }
    return number;
  }

  /** Name of a signal without {@code SIG}, or its number. */
  public static String name(int signal) {
    return signal > 0 && signal < NAMES.size() ? NAMES.get(signal) : Integer.toString(signal);
  }
}
