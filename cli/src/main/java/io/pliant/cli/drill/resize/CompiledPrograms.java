package io.pliant.cli.drill.resize;

import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Compiles the examples of libimp for a drill. */
final class CompiledPrograms {
  private static final int TOLD_CHARACTERS = 600;

  private CompiledPrograms() {}

  /**
   * The programs, built in a folder of the drill; {@link CommandFailure} says what is missing.
   *
   * @param home folder of the distribution
   */
  static Programs make(Path home, Path folder) throws IOException, InterruptedException {
    List<String> words =
        List.of(
            "make",
            "-s",
            "-C",
            home.resolve("imp-client/c").toString(),
            "BUILD=" + folder,
            "examples");
    String said;
    int code;
    try {
      Process make = new ProcessBuilder(words).redirectErrorStream(true).start();
      make.getOutputStream().close();
      said = new String(make.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      code = make.waitFor();
    } catch (IOException e) {
      throw notBuilt(String.valueOf(e.getMessage()));
    }
    if (code != 0) {
      throw notBuilt(said.substring(Math.max(0, said.length() - TOLD_CHARACTERS)));
    }
    return new Programs.InC(folder);
  }

  private static CommandFailure notBuilt(String why) {
    return CommandFailure.operational(
        "Expected to compile the examples in C, but: %s. Install: make gcc mpich libmpich-dev"
            .formatted(why));
  }
}
