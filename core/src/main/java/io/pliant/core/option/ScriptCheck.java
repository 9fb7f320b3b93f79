package io.pliant.core.option;

import java.nio.charset.StandardCharsets;

/** Refuses texts that cannot be run as a script, for the reasons for which sbatch does. */
final class ScriptCheck {

  private static final int MAX_BYTES = 4 * 1024 * 1024;

  private ScriptCheck() {}

  /** Throws an {@link OptionException} that names the script and says what is wrong with it. */
  static void check(String script, String name) {
    if (script.isBlank()) {
      throw new OptionException("%s: expected a script, but it is empty.".formatted(name));
    }
    checkSize(script, name);
    if (!script.startsWith("#!") || firstLine(script).substring(2).isBlank()) {
      throw new OptionException(
          ("%s line 1: expected '#!' and the path of an interpreter, such as '#!/bin/bash', but got"
                  + " '%s'.")
              .formatted(name, TextCheck.oneLine(firstLine(script), 60)));
    }
    refuse(script.indexOf('\0'), "a NUL byte", script, name);
    refuse(
        script.indexOf("\r\n"),
        "a DOS line end; remove it with 'dos2unix' or \"sed -i 's/\\r$//'\"",
        script,
        name);
  }

  private static void checkSize(String script, String name) {
    if (script.length() > MAX_BYTES || script.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new OptionException(
          "%s: expected a script of at most %d bytes, but it is larger."
              .formatted(name, MAX_BYTES));
    }
  }

  private static void refuse(int position, String what, String script, String name) {
    if (position >= 0) {
      long line = 1 + script.substring(0, position).chars().filter(c -> c == '\n').count();
      throw new OptionException(
          "%s line %d: expected text, but it has %s.".formatted(name, line, what));
    }
  }

  private static String firstLine(String script) {
    int newline = script.indexOf('\n');
    return newline < 0 ? script : script.substring(0, newline);
  }
}
