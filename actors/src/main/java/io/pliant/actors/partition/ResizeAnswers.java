package io.pliant.actors.partition;

import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.Peers;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionReply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What those who asked for a resize are told. */
final class ResizeAnswers {
  private ResizeAnswers() {}

  static void toOperator(PartitionCommand.OrderResize order, PartitionReply reply, PoolDesk pool) {
    List<PartitionReply.NotBegun> refusals =
        reply instanceof PartitionReply.Resizes(List<PartitionReply.NotBegun> why)
            ? why
            : List.of();
    if (refusals.isEmpty()) {
      toOperator(order, (String) null);
    } else if (!refusals.getFirst().lacking() || !pool.grow(order)) {
      toOperator(order, refusals.getFirst().reason());
    }
  }

  /**
   * What an operator is told.
   *
   * @param refusal why the job is not resized, in a clause; null when it is
   */
  static void toOperator(PartitionCommand.OrderResize order, @Nullable String refusal) {
    order
        .replyTo()
        .tell(
            refusal == null
                ? new JobAnswer.ResizeBegun(order.nodes())
                : new JobAnswer.Refused(
                    Refusal.conflict(
                        PartitionReply.NotBegun.sentence(order.job(), order.nodes(), refusal))));
  }

  /** A grant is told by the Begin that follows the write; a job that is busy is asked again. */
  static void toProgram(
      Peers peers, PartitionIntent.AskResize ask, PartitionReply reply, PoolDesk pool) {
    if (reply instanceof PartitionReply.Refused(Refusal refusal)) {
      toProgram(peers, ask.attempt(), ask.wish().request(), refusal.reason());
    } else if (reply instanceof PartitionReply.TooFewFree few && !pool.grow(few.wanted())) {
      toProgram(peers, ask.attempt(), ask.wish().request(), few.reason());
    }
  }

  static void toProgram(Peers peers, AttemptId attempt, String request, String refusal) {
    peers.tell(attempt.job(), new ApplicationCommand.Denied(attempt.attempt(), request, refusal));
  }
}
