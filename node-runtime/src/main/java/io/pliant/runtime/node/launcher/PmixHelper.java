package io.pliant.runtime.node.launcher;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program that serves PMIx to the tasks of a step (docs/mpi.md), where the host can run it. */
public final class PmixHelper {
  /** The setting that takes what the build has made. */
  public static final String AUTO = "auto";

  private static final Logger LOG = LoggerFactory.getLogger(PmixHelper.class);
  private static final NativeProgram PROGRAM = new NativeProgram("pliant-pmix");

  private PmixHelper() {}

  /**
   * The helper that steps are to use, or null where PMIx is not offered.
   *
   * @param setting {@link #AUTO}, a path, or empty for none
   * @param nodes folder of all nodes of the agent, which gets a copy
   * @throws IllegalStateException when the setting names a program that does not work
   */
  public static @Nullable Path offered(String setting, Path nodes) {
    if (setting.isEmpty()) {
      return null;
    }
    boolean named = !setting.equals(AUTO);
    Path helper = named ? Path.of(setting) : PROGRAM.built();
    if (helper == null) {
      LOG.info("PMIx is not offered to programs of Open MPI: the build made no {}", PROGRAM.name());
      return null;
    }
    String problem = PROGRAM.problem(helper);
    if (problem == null) {
      Path offered = PROGRAM.copied(helper, nodes);
      LOG.info("PMIx is offered to programs of Open MPI by {}", offered);
      return offered;
    }
    if (named) {
      throw new IllegalStateException(
          "Expected node.pmix-helper %s to be the program %s, but %s. Leave it at \"auto\", or empty for no PMIx."
              .formatted(helper, PROGRAM.name(), problem));
    }
    LOG.info("PMIx is not offered to programs of Open MPI: {}", problem);
    return null;
  }
}
