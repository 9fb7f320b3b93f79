package io.pliant.runtime.node.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program in C that the build makes where there is a C compiler, and supervisors run.
 *
 * @param name its file's, and the first word that it says when asked for its version
 */
record NativeProgram(String name) {
  private static final Logger LOG = LoggerFactory.getLogger(NativeProgram.class);
  private static final String BUILT = "io.pliant.native.dir";
  private static final int WAIT_SECONDS = 10;

  /** Where the build has left it, or null when it made none. */
  @Nullable Path built() {
    return built(name);
  }

  /** Where the build has left a file of that name, or null when it made none. */
  static @Nullable Path built(String name) {
    String folder = System.getProperty(BUILT);
    if (folder == null) {
      return null;
    }
    Path file = Path.of(folder).resolve(name).toAbsolutePath();
    return Files.exists(file) ? file : null;
  }

  /** Why that file cannot be run as this program, as when it lacks a library; null when it can. */
  @Nullable String problem(Path program) {
    Process process = null;
    try {
      process =
          new ProcessBuilder(program.toString(), "--version").redirectErrorStream(true).start();
      process.getOutputStream().close();
      if (!process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)) {
        return "it did not tell its version within " + WAIT_SECONDS + " s";
      }
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.exitValue() != 0 || !said.startsWith(name)) {
        return "it says '" + said.strip() + "'";
      }
      LOG.debug("{} is {}", program, said.strip());
      return null;
    } catch (IOException e) {
      return e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "the agent was interrupted";
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
    }
  }

  /**
   * A copy that works, or that file itself on a full disk, or where no program may be run.
   *
   * @param program one that works
   * @param nodes folder of all nodes of the agent, which every user may pass and no later build
   *     changes
   */
  Path copied(Path program, Path nodes) {
    Path to = nodes.resolve(name);
    Path fresh = nodes.resolve(name + ".new");
    try {
      Files.copy(program, fresh, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
      String problem = problem(fresh);
      if (problem == null) {
        return Files.move(
            fresh, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      }
      LOG.warn(
          "Expected to run a copy of {} as {}, but {}; taking it itself", program, to, problem);
    } catch (IOException e) {
      LOG.warn("Expected to copy {} to {}, but {}; taking it itself", program, to, e.toString());
    }
    try {
      Files.deleteIfExists(fresh);
    } catch (IOException e) {
      LOG.warn("Expected to remove {}, but {}", fresh, e.toString());
    }
    return program;
  }
}
