package io.pliant.runtime.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the build makes in C for supervisors, made once for the tests of a process. */
public final class TestNatives {
  private static final String PROPERTY = "io.pliant.native.dir";
  private static final Path BUILD = Path.of("src/main/c/pliant-start/build.sh").toAbsolutePath();
  private static final int LACKING = 3;
  private static final @Nullable Path STARTER = build();

  private TestNatives() {}

  /** The program that starts tasks, or null where there is no C compiler. */
  public static @Nullable Path starter() {
    return STARTER;
  }

  /** Agents of this process find it from now on, or nothing. */
  static void offer(boolean offered) {
    if (STARTER == null || !offered) {
      System.clearProperty(PROPERTY);
    } else {
      System.setProperty(PROPERTY, String.valueOf(STARTER.getParent()));
    }
  }

  private static @Nullable Path build() {
    try {
      Path folder = Files.createTempDirectory("pliant-natives");
      Path program = folder.resolve("pliant-start");
      Process build = new ProcessBuilder(BUILD.toString(), program.toString()).inheritIO().start();
      if (!build.waitFor(1, TimeUnit.MINUTES)) {
        build.destroyForcibly();
        throw new AssertionError("Expected pliant-start to be built within a minute.");
      }
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
      if (build.exitValue() == LACKING) {
        return null;
      }
      if (build.exitValue() != 0) {
        throw new AssertionError("Expected pliant-start to compile, but it does not.");
      }
      return program;
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** With what else a process unpacks there, as that of RocksDB. */
  private static void remove(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
