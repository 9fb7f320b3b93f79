package io.pliant.core.option;

import io.pliant.core.format.PrintableText;
import io.pliant.core.spec.Submission;
import java.util.Map;

/** Refuses texts that no operating system passes on, and makes others fit to be shown. */
final class TextCheck {
  private TextCheck() {}

  /** Throws an {@link OptionException} when an argument or a variable could not be passed on. */
  static void check(Submission submission) {
    if (!submission.command().isEmpty() && submission.command().getFirst().isEmpty()) {
      throw new OptionException("Expected the name of a program to run, but got ''.");
    }
    submission.command().forEach(word -> withoutNul(word, "the command"));
    submission.scriptArguments().forEach(word -> withoutNul(word, "the script's arguments"));
    submission.options().forEach(word -> withoutNul(word, "the options"));
    for (Map.Entry<String, String> variable : submission.environment().entrySet()) {
      String name = variable.getKey();
      withoutNul(name + variable.getValue(), "the environment");
      if (name.isEmpty() || name.indexOf('=') >= 0) {
        throw new OptionException(
            "Expected the name of a variable in the environment, but got '%s'."
                .formatted(oneLine(name, 80)));
      }
    }
  }

  private static void withoutNul(String text, String place) {
    if (text.indexOf('\0') >= 0) {
      throw new OptionException(
          "Expected text in %s, but '%s' has a NUL byte.".formatted(place, oneLine(text, 80)));
    }
  }

  /** True when each character can be shown on a terminal without doing more. */
  static boolean printable(String text) {
    return PrintableText.printable(text);
  }

  /** The text with what is not printable as numbers, cut to {@code most} characters. */
  static String oneLine(String text, int most) {
    return cut(PrintableText.escaped(text), most);
  }

  /** A name made of the text, with a question mark for what is not printable. */
  static String name(String text, int most) {
    StringBuilder name = new StringBuilder(text.length());
    text.codePoints().forEach(c -> name.appendCodePoint(PrintableText.printable(c) ? c : '?'));
    return cut(name.toString(), most);
  }

  private static String cut(String oneLine, int most) {
    if (oneLine.codePointCount(0, oneLine.length()) <= most) {
      return oneLine;
    }
    return oneLine.substring(0, oneLine.offsetByCodePoints(0, most - 3)) + "...";
  }
}
