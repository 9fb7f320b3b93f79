package io.pliant.cli.command;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Calls the program of controllers for what needs the journal's own code. */
final class RuntimeProgram {
  private RuntimeProgram() {}

  /** Runs it in the foreground; returns its exit code. */
  static int run(Context context, List<String> words) {
    List<String> command = new ArrayList<>();
    command.add(context.home().resolve("pliant").toString());
    command.add("runtime");
    command.addAll(words);
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected to start %s, but %s.".formatted(command.getFirst(), e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.operational("Interrupted.");
    }
  }
}
