package io.pliant.cli.drill.resize;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of one of the client library's examples, in a small JVM. */
final class JavaTask {
  private JavaTask() {}

  /**
   * Words that start an example.
   *
   * @param home folder of the distribution
   * @param program simple name of its class
   */
  static List<String> command(Path home, String program, List<String> arguments) {
    Path imp = home.resolve("target/dist/imp");
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-Xshare:auto",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                imp.resolve("pliant-imp-client.jar") + ":" + imp.resolve("pliant-imp-examples.jar"),
                "io.pliant.imp.examples." + program));
    words.addAll(arguments);
    return words;
  }
}
