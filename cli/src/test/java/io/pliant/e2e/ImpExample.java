package io.pliant.e2e;

import java.nio.file.Path;
import java.util.List;

/** The command that runs an example of the adapt library, as it lies in the build. */
final class ImpExample {
  private ImpExample() {}

  /** Words of the command; the last one is the class with its arguments. */
  static List<String> java(String program) {
    Path imp = PliantCommand.root().resolve("target/dist/imp");
    String path =
        imp.resolve("pliant-imp-client.jar") + ":" + imp.resolve("pliant-imp-examples.jar");
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx64m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        path,
        program);
  }
}
