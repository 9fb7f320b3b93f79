package io.pliant.cli.drill;

import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Commands of the host that a drill calls. */
final class HostCommand {
  private HostCommand() {}

  /**
   * How a command ended.
   *
   * @param code its exit code
   * @param said what it printed
   */
  record Ended(int code, String said) {}

  /** Runs a command to its end; throws CommandFailure with what it printed when it fails. */
  static void run(List<String> command) throws IOException, InterruptedException {
    Ended ended = end(command);
    if (ended.code() != 0) {
      throw CommandFailure.operational(
          "Expected '%s' to succeed, but: %s"
              .formatted(String.join(" ", command), ended.said().strip()));
    }
  }

  /** Runs a command to its end, however it ends. */
  static Ended end(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), said);
  }

  /** True when a program of that name is on the PATH. */
  static boolean exists(String program) {
    String path = System.getenv("PATH");
    return Stream.of((path == null ? "/usr/bin:/bin" : path).split(":"))
        .map(Path::of)
        .anyMatch(folder -> Files.isExecutable(folder.resolve(program)));
  }
}
