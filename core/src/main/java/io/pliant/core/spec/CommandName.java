package io.pliant.core.spec;

import java.util.List;

/** The short name of a command: its program without the folders. */
public final class CommandName {

  private CommandName() {}

  /** Last path segment of the program, or {@code command} when that is empty. */
  public static String of(List<String> command) {
    String program = command.isEmpty() ? "" : command.getFirst();
    String name = program.substring(program.lastIndexOf('/') + 1);
    return name.isEmpty() ? "command" : name;
  }
}
