package io.pliant.actors.partition;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.ClusterEpoch;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.plan.Trigger;
import java.util.List;

/** How a partition answers operators about its nodes, and the entities of nodes. */
final class NodeAnswers {
  private NodeAnswers() {}

  static void removed(
      PartitionCommand.RemoveNode command, PartitionReply reply, RoundSchedule rounds) {
    rounds.want(Trigger.NODE_CHANGED);
    command
        .replyTo()
        .tell(
            reply instanceof PartitionReply.Refused(Refusal refusal)
                ? new PartitionAnswer.Refused(refusal)
                : new PartitionAnswer.NodeGone(command.node()));
  }

  /** What the partition says to the entity of a node that it has heard, of tasks of its too. */
  static void toNode(
      PartitionEnvironment environment,
      PartitionCommand.NodeSeen seen,
      PartitionReply reply,
      long term) {
    List<AttemptId> stale =
        reply instanceof PartitionReply.StaleTasks(var attempts) ? attempts : List.of();
    environment
        .peers()
        .tell(
            seen.node(),
            new NodeCommand.PartitionAnswered(
                environment.controller(),
                environment.agentHost(),
                environment.agentPort(),
                stale,
                ClusterEpoch.ofTerm(term),
                seen.stamp(),
                term));
  }
}
