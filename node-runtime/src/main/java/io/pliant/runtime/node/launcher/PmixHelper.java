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

/** The program that serves PMIx to the tasks of a step (docs/mpi.md), where the host can run it. */
public final class PmixHelper {
  /** The setting that takes what the build has made. */
  public static final String AUTO = "auto";

  private static final Logger LOG = LoggerFactory.getLogger(PmixHelper.class);
  private static final String PROGRAM = "pliant-pmix";
  private static final String BUILT = "io.pliant.native.dir";
  private static final int WAIT_SECONDS = 10;

  private PmixHelper() {}

  /**
   * The helper that steps are to use, or null where PMIx is not offered. It is a copy in the folder
   * of nodes, which every user may pass and which no later build changes, unless none can be made
   * or run there.
   *
   * @param setting {@link #AUTO}, a path, or empty for none
   * @param nodes folder of all nodes of the agent
   * @throws IllegalStateException when the setting names a program that does not work
   */
  public static @Nullable Path offered(String setting, Path nodes) {
    if (setting.isEmpty()) {
      return null;
    }
    boolean named = !setting.equals(AUTO);
    Path helper = named ? Path.of(setting) : built();
    if (helper == null) {
      LOG.info("PMIx is not offered to programs of Open MPI: the build made no {}", PROGRAM);
      return null;
    }
    String problem = problem(helper);
    if (problem == null) {
      Path copy = copy(helper, nodes.resolve(PROGRAM));
      Path offered = copy == null ? helper : copy;
      LOG.info("PMIx is offered to programs of Open MPI by {}", offered);
      return offered;
    }
    if (named) {
      throw new IllegalStateException(
          "Expected node.pmix-helper %s to be the program %s, but %s. Leave it at \"auto\", or empty for no PMIx."
              .formatted(helper, PROGRAM, problem));
    }
    LOG.info("PMIx is not offered to programs of Open MPI: {}", problem);
    return null;
  }

  private static @Nullable Path built() {
    String folder = System.getProperty(BUILT);
    if (folder == null) {
      return null;
    }
    Path helper = Path.of(folder).resolve(PROGRAM).toAbsolutePath();
    return Files.exists(helper) ? helper : null;
  }

  /** Why it cannot be used, as when libpmix is missing on this host; null when it can. */
  private static @Nullable String problem(Path helper) {
    Process process = null;
    try {
      process =
          new ProcessBuilder(helper.toString(), "--version").redirectErrorStream(true).start();
      process.getOutputStream().close();
      if (!process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)) {
        return "it did not tell its version within " + WAIT_SECONDS + " s";
      }
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.exitValue() != 0 || !said.startsWith(PROGRAM)) {
        return "it says '" + said.strip() + "'";
      }
      LOG.debug("{} is {}", helper, said.strip());
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

  /** A copy that works; null on a full disk, or where no program may be run. */
  private static @Nullable Path copy(Path helper, Path to) {
    Path fresh = to.resolveSibling(PROGRAM + ".new");
    try {
      Files.copy(helper, fresh, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
      String problem = problem(fresh);
      if (problem == null) {
        return Files.move(
            fresh, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      }
      LOG.warn("Expected to run a copy of {} as {}, but {}; taking it itself", helper, to, problem);
    } catch (IOException e) {
      LOG.warn("Expected to copy {} to {}, but {}; taking it itself", helper, to, e.toString());
    }
    try {
      Files.deleteIfExists(fresh);
    } catch (IOException e) {
      LOG.warn("Expected to remove {}, but {}", fresh, e.toString());
    }
    return null;
  }
}
