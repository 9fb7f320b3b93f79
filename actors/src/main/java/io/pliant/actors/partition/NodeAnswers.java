package io.pliant.actors.partition;

import io.pliant.actors.api.Answer.Rejection;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.plan.Trigger;

/** How a partition answers operators about its nodes. */
final class NodeAnswers {
  private NodeAnswers() {}

  static void removed(
      PartitionCommand.RemoveNode command, PartitionReply reply, RoundSchedule rounds) {
    rounds.want(Trigger.NODE_CHANGED);
    command
        .replyTo()
        .tell(
            reply instanceof PartitionReply.Refused(String reason)
                ? new PartitionAnswer.Refused(Rejection.CONFLICT, reason)
                : new PartitionAnswer.NodeGone(command.node()));
  }
}
