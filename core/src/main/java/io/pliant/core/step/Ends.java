package io.pliant.core.step;

import io.pliant.core.id.ExitStatus;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** How tasks on some nodes have ended, taken together. */
public record Ends(Collection<NodeStep> nodes) {
  /**
   * Highest exit status of the tasks; a failed launch or a lost node counts as code 1, and want of
   * memory as Slurm's signal for it.
   */
  public ExitStatus worstExit() {
    ExitStatus worst = ExitStatus.SUCCESS;
    for (NodeStep node : nodes) {
      for (ExitStatus exit : node.taskExits()) {
        worst = exit.shellCode() > worst.shellCode() ? exit : worst;
      }
      if (node.end() == StepEnd.OUT_OF_MEMORY) {
        worst = ExitStatus.OUT_OF_MEMORY;
      }
      if (worst.success() && failed(node.end())) {
        worst = new ExitStatus(1, 0);
      }
    }
    return worst;
  }

  private static boolean failed(@Nullable StepEnd end) {
    return end == StepEnd.LAUNCH_FAILED || end == StepEnd.NODE_FAULT || end == StepEnd.LOST;
  }

  /** True when on some node the tasks are gone for this reason. */
  public boolean any(StepEnd end) {
    return nodes.stream().anyMatch(n -> n.end() == end);
  }

  /** First message of a node about what went wrong, or empty. */
  public String message() {
    return nodes.stream().map(NodeStep::message).filter(m -> !m.isEmpty()).findFirst().orElse("");
  }
}
