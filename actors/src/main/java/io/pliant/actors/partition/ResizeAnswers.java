package io.pliant.actors.partition;

import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.Peers;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionReply;
import java.util.List;

/** What those who asked for a resize are told. */
final class ResizeAnswers {
  private ResizeAnswers() {}

  static void toOperator(PartitionCommand.OrderResize order, PartitionReply reply) {
    List<PartitionReply.NotBegun> refusals =
        reply instanceof PartitionReply.Resizes(List<PartitionReply.NotBegun> why)
            ? why
            : List.of();
    order
        .replyTo()
        .tell(
            refusals.isEmpty()
                ? new JobAnswer.ResizeBegun(order.nodes())
                : new JobAnswer.Refused(Refusal.conflict(refusals.getFirst().reason())));
  }

  /** A grant is told by the Begin that follows the write; a job that is busy is asked again. */
  static void toProgram(Peers peers, PartitionIntent.AskResize ask, PartitionReply reply) {
    if (reply instanceof PartitionReply.Refused(Refusal refusal)) {
      peers.tell(
          ask.attempt().job(),
          new ApplicationCommand.Denied(
              ask.attempt().attempt(), ask.wish().request(), refusal.reason()));
    }
  }
}
