package io.pliant.imp.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Builds the C library with {@code make}, where there is a compiler. */
final class CLibrary {
  private static final Path SOURCE = Path.of("..", "c").toAbsolutePath().normalize();

  private CLibrary() {}

  /** Leaves the test out, in one line, where one of the programs is missing. */
  static void needs(String... programs) {
    for (String program : programs) {
      boolean found =
          Arrays.stream(System.getenv("PATH").split(":", -1))
              .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
      assumeTrue(found, "left out: there is no " + program + " on the PATH for the C library");
    }
  }

  /** Makes {@code target} of the library's Makefile in {@code folder}. */
  static void build(Path folder, String target) throws Exception {
    Path log = folder.resolve("make.log");
    List<String> command =
        List.of("make", "-s", "-C", SOURCE.toString(), "BUILD=" + folder, "CFLAGS=-O1", target);
    int code = run(command, log);
    assertThat(code).as(() -> read(log)).isZero();
  }

  /** Runs a program to its end. */
  static int run(List<String> command, Path log) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("%s ends", command).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  /** What all tasks of a job in that folder have printed. */
  static String printed(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      StringBuilder all = new StringBuilder();
      files
          .filter(file -> file.getFileName().toString().matches("t[0-9]+\\.out"))
          .sorted()
          .forEach(file -> all.append(read(file)));
      return all.toString();
    } catch (IOException e) {
      return "(" + folder + " cannot be read: " + e.getMessage() + ")";
    }
  }

  static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("within a minute").isLessThan(end);
      Thread.sleep(10);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "(" + file + " cannot be read: " + e.getMessage() + ")";
    }
  }
}
