package io.pliant.runtime.node.launcher;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The program that starts the task of a plain step for its supervisor, which would else fork it
 * (docs/adr/0002-step-supervisor.md).
 */
public final class TaskStarter {
  private static final Logger LOG = LoggerFactory.getLogger(TaskStarter.class);
  private static final NativeProgram PROGRAM = new NativeProgram("pliant-start");

  private TaskStarter() {}

  /**
   * A copy of it that no later build changes; null when the build made none, or it cannot be run
   * here.
   *
   * @param nodes folder of all nodes of the agent
   */
  public static @Nullable Path offered(Path nodes) {
    Path built = PROGRAM.built();
    String problem = built == null ? "the build made none" : PROGRAM.problem(built);
    if (built == null || problem != null) {
      LOG.info("Supervisors fork all tasks themselves, without {}: {}", PROGRAM.name(), problem);
      return null;
    }
    return PROGRAM.copied(built, nodes);
  }
}
