package io.pliant.core.step;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node says about one step; re-sent by the node until a controller has made it durable. */
public sealed interface StepReport {
  StepId step();

  NodeName node();

  /** All tasks of the step on this node were started at {@code at}. */
  record Started(StepId step, NodeName node, Instant at) implements StepReport {}

  /**
   * No task of the step is left on this node.
   *
   * @param taskExits exit status of each task in rank order; empty when none was started or known
   * @param end why they are gone
   * @param message what went wrong, or empty
   * @param startedAt when they were started, for a node that says start and end at once; else null
   * @param usage what they used, or null when nothing is known of it
   */
  record Ended(
      StepId step,
      NodeName node,
      Instant at,
      List<ExitStatus> taskExits,
      StepEnd end,
      String message,
      @Nullable Instant startedAt,
      @Nullable StepUsage usage)
      implements StepReport {
    public Ended {
      taskExits = List.copyOf(taskExits);
    }

    /** An end whose start was reported before, or that never started. */
    public Ended(
        StepId step,
        NodeName node,
        Instant at,
        List<ExitStatus> taskExits,
        StepEnd end,
        String message) {
      this(step, node, at, taskExits, end, message, null, null);
    }

    /** An end of which it is not known what was used. */
    public Ended(
        StepId step,
        NodeName node,
        Instant at,
        List<ExitStatus> taskExits,
        StepEnd end,
        String message,
        @Nullable Instant startedAt) {
      this(step, node, at, taskExits, end, message, startedAt, null);
    }

    /** The exit status of the step on this node: the highest code or signal of its tasks. */
    public ExitStatus worstExit() {
      ExitStatus worst = ExitStatus.SUCCESS;
      for (ExitStatus exit : taskExits) {
        if (exit.shellCode() > worst.shellCode()) {
          worst = exit;
        }
      }
      return worst;
    }
  }
}
