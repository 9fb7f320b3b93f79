package io.pliant.cli.run;

import io.pliant.cli.invocation.CommandFailure;
import java.util.List;
import java.util.Locale;

/** Numbers of the signals that Linux knows on x86 and Arm. */
public final class Signals {
  private static final List<String> NAMES =
      List.of(
          "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV",
          "USR2", "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU",
          "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS");
  private static final int LAST = 64;

  private Signals() {}

  /** Number of a signal given as {@code 10}, {@code USR1} or {@code SIGUSR1}. */
  public static int parse(String text) {
    String word = text.strip().toUpperCase(Locale.ROOT);
    int number = NAMES.indexOf(word.startsWith("SIG") ? word.substring(3) : word);
    if (number <= 0 && word.matches("\\d{1,2}")) {
      number = Integer.parseInt(word);
    }
    if (number <= 0 || number > LAST) {
      throw CommandFailure.usage(
          "Expected a signal such as TERM, SIGUSR1 or 10, but got '" + text + "'.");
    }
    return number;
  }

  /** Name of a signal without {@code SIG}, or its number. */
  public static String name(int signal) {
    return signal > 0 && signal < NAMES.size() ? NAMES.get(signal) : Integer.toString(signal);
  }

  /** What the shell says of a process that the signal ended. */
  public static String description(int signal) {
    return switch (signal) {
      case 1 -> "Hangup";
      case 2 -> "Interrupt";
      case 3 -> "Quit";
      case 4 -> "Illegal instruction";
      case 6 -> "Aborted";
      case 7 -> "Bus error";
      case 8 -> "Floating point exception";
      case 9 -> "Killed";
      case 11 -> "Segmentation fault";
      case 13 -> "Broken pipe";
      case 15 -> "Terminated";
      default -> "Signal " + name(signal);
    };
  }
}
