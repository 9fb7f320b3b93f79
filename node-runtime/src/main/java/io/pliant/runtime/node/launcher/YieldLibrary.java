package io.pliant.runtime.node.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The library that has tasks of MPICH give up their core while they wait, where they outnumber the
 * cores (docs/mpi.md).
 */
public final class YieldLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(YieldLibrary.class);
  private static final String NAME = "pliant-yield.so";

  private YieldLibrary() {}

  /**
   * A copy of it that every user may read and no later build changes; null when the build made none
   * or it cannot be copied.
   *
   * @param nodes folder of all nodes of the agent
   */
  public static @Nullable Path offered(Path nodes) {
    Path built = NativeProgram.built(NAME);
    if (built == null) {
      return null;
    }
    Path fresh = nodes.resolve(NAME + ".new");
    try {
      Files.copy(built, fresh, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
      return Files.move(
          fresh,
          nodes.resolve(NAME),
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      LOG.warn("Expected to copy {} to {}, but {}; tasks go without", built, nodes, e.toString());
      return null;
    }
  }
}
