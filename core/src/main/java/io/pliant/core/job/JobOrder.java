package io.pliant.core.job;

import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.partition.QueuedJob;
import org.jspecify.annotations.Nullable;

/** An effect that a job owes to a node or to its partition; idempotent, so it may be repeated. */
public sealed interface JobOrder {
  /** Ask the partition to queue this attempt. */
  record Enqueue(QueuedJob job) implements JobOrder {}

  /**
   * Tell the partition that this attempt, and all before it, are over.
   *
   * @param ended how the job ended, or null when the attempt was none of it
   */
  record Release(int attempt, @Nullable JobStatus ended) implements JobOrder {}

  /** Start a step on the node at {@code nodeIndex} of its plan. */
  record Launch(StepId step, int nodeIndex) implements JobOrder {}

  /** Have a node say how a step stands that it has started: the journal was restored since. */
  record Ask(StepId step, NodeName node) implements JobOrder {}

  /** End ({@code signal} 0) or signal a step's tasks on a node. */
  record Terminate(StepId step, NodeName node, int signal) implements JobOrder {}

  /**
   * Tell the partition that a node is let go of.
   *
   * @param came number of the resize with which it came
   */
  record ReturnNode(int attempt, NodeName node, long came) implements JobOrder {}

  /** Tell a node that its report is durable, or that nobody needs it. */
  record Confirm(StepId step, NodeName node, boolean ended) implements JobOrder {}
}
