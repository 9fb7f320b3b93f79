package io.pliant.core.job;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.step.Onlooker;

/** An effect that a job owes to a node or to its partition; idempotent, so it may be repeated. */
public sealed interface JobOrder {
  /** Tell the partition: queue an attempt, that one is over, or that a node is let go of. */
  record ToPartition(PartitionIntent.OfJob intent) implements JobOrder {}

  /**
   * Ask a job that is waited for how it stands, and to tell how it ends.
   *
   * @param elements single elements of it count
   */
  record AskTarget(JobId target, boolean elements) implements JobOrder {}

  /** Start a step on the node at {@code nodeIndex} of its plan. */
  record Launch(StepId step, int nodeIndex) implements JobOrder {}

  /** Have a node say how a step stands that it has started: the journal was restored since. */
  record Ask(StepId step, NodeName node) implements JobOrder {}

  /** Have a node keep a step to other terms than those of its launch; {@code number} them. */
  record SetTerms(StepId step, NodeName node, int number) implements JobOrder {}

  /** Have a node show a step to somebody; sent once. */
  record Show(StepId step, NodeName node, Onlooker onlooker) implements JobOrder {}

  /** End ({@code signal} 0) or signal a step's tasks on a node. */
  record Terminate(StepId step, NodeName node, int signal) implements JobOrder {}

  /** Tell a node that its report is durable, or that nobody needs it. */
  record Confirm(StepId step, NodeName node, boolean ended) implements JobOrder {}
}
