package io.pliant.cli.run;

import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The program that gives the first task of a step a terminal, with the command in it. */
final class TaskTerminal {
  private static final String PROGRAM = "terminal.pl";

  private TaskTerminal() {}

  /** The command of each task. */
  static List<String> around(List<String> command) {
    List<String> words = new ArrayList<>(List.of("perl", "-e", program()));
    words.addAll(command);
    return words;
  }

  private static String program() {
    try (InputStream program = TaskTerminal.class.getResourceAsStream(PROGRAM)) {
      if (program == null) {
        throw new IllegalStateException("Expected " + PROGRAM + " in the library of the commands.");
      }
      return new String(program.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw CommandFailure.operational("Expected to read %s, but %s.".formatted(PROGRAM, e));
    }
  }
}
