package io.pliant.runtime.node.step;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.step.StepReport;
import io.pliant.runtime.node.folder.StepFolder;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a node says of orders that it does not carry out. */
record StepAnswers(NodeName node, StepEdges edges, Consumer<AgentMessage> out) {
  private static final Logger LOG = LoggerFactory.getLogger(StepAnswers.class);

  /** The order came from an outlived incarnation of the partition. */
  void refuse(StepLaunch launch, long highest) {
    LOG.warn(
        "Node {}: refused to launch {}: term {} is below {}",
        node,
        launch.step(),
        launch.term(),
        highest);
    out.accept(new AgentMessage.LaunchRefused(launch.step(), launch.term(), highest));
  }

  /** The order has to wait. */
  void putOff(StepId step, String reason) {
    LOG.warn("Node {}: put off launching {}: {}", node, step, reason);
    out.accept(new AgentMessage.LaunchDeferred(step, reason));
  }

  /** The step's folder cannot be made: it fails, with what may be done about it. */
  StepReport.Ended unprepared(StepFolder step, IOException e) {
    String reason =
        "Expected to prepare the step in %s on node %s, but %s: %s. Maybe the disk is full or read-only."
            .formatted(step.dir(), node, e.getClass().getSimpleName(), e.getMessage());
    LOG.error("{}", reason);
    return edges.faulty(step.step(), reason);
  }

  /** Something with a step's files did not succeed; nobody waits for an answer. */
  void failed(String what, IOException e) {
    LOG.error(
        "Node {}: expected to {}, but {}: {}",
        node,
        what,
        e.getClass().getSimpleName(),
        e.getMessage());
  }

  /**
   * The step is not here.
   *
   * @param granted of the order, or null when it names none
   */
  void lost(StepId step, String why, @Nullable Long granted) {
    out.accept(new AgentMessage.Report(edges.lost(step, why), granted));
  }
}
