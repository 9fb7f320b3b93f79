package io.pliant.cli.run;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.spec.SignalNumber;

/** Signals as users write and read them. */
public final class Signals {
  private Signals() {}

  /** Number of a signal given as {@code 10}, {@code USR1} or {@code SIGUSR1}. */
  public static int parse(String text) {
    try {
      return SignalNumber.parse(text);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()));
    }
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
      default -> "Signal " + SignalNumber.name(signal);
    };
  }
}
