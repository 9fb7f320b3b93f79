package io.pliant.imp.testkit;

import io.pliant.imp.Imp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A task that is a process of its own, in any language: it finds the agent by its environment.
 *
 * @param words the command
 * @param folder where it runs, and where {@code TASK.out} has what it prints
 */
record TaskCommand(List<String> words, Path folder) implements TaskProgram {
  @Override
  public void run(Imp imp) {
    throw new IllegalStateException(
        "Expected a program of this process, but " + words + " is a process of its own.");
  }

  Process start(Path socket, String task) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(key -> key.startsWith("PLIANT_ADAPT"));
    environment.put("PLIANT_ADAPT_SOCKET", socket.toString());
    environment.put("PLIANT_ADAPT_TASK", task);
    builder.redirectErrorStream(true).redirectOutput(folder.resolve(task + ".out").toFile());
    return builder.start();
  }
}
