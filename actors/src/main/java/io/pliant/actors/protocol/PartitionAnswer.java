package io.pliant.actors.protocol;

import io.pliant.api.ArrayEntry;
import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PriorityEntry;
import io.pliant.api.QueueEntry;
import io.pliant.api.ReservationEntry;
import io.pliant.api.StartEntry;
import io.pliant.api.WaitExplanation;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.QueueCursor;
import io.pliant.core.partition.QueueMoves;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a {@code Partition} entity answers to the outer edge. */
public sealed interface PartitionAnswer extends WireMessage {
  /**
   * @param rows jobs by number
   * @param next cursor of the next page, or null when this is the last one
   */
  record QueuePage(List<QueueRow> rows, @Nullable QueueCursor next) implements PartitionAnswer {}

  /**
   * A part of the queue in its order.
   *
   * @param total wanted jobs in all
   * @param jobs from the asked place on; fewer than asked for where a message would become long
   */
  record QueueWindow(int total, List<QueueEntry> jobs) implements PartitionAnswer {
    public QueueWindow {
      jobs = List.copyOf(jobs);
    }
  }

  /**
   * One job of a page.
   *
   * @param place in the partition: the lower, the earlier it is listed
   */
  record QueueRow(int place, QueueEntry entry) {}

  /**
   * @param rows waiting jobs by number
   * @param next cursor of the next page, or null when this is the last one
   */
  record PriorityPage(List<PriorityRow> rows, @Nullable QueueCursor next)
      implements PartitionAnswer {}

  /**
   * One waiting job of a page.
   *
   * @param place in the partition: the lower, the earlier it is listed
   */
  record PriorityRow(int place, PriorityEntry entry) {}

  /**
   * @param rows users by name
   * @param next last user of this page, or null when there is no further page
   */
  record UsePage(List<UseRow> rows, @Nullable String next) implements PartitionAnswer {}

  /** Nice values that jobs are to have, in the order in which they are to get them. */
  record Moves(List<QueueMoves.Move> moves) implements PartitionAnswer {
    public Moves {
      moves = List.copyOf(moves);
    }
  }

  /** What one user has used, decayed. */
  record UseRow(String user, double cpuSeconds) {}

  /**
   * @param next last node of this page, or null when there is no further page
   */
  record NodePage(List<NodeEntry> entries, @Nullable NodeName next) implements PartitionAnswer {}

  /** One node after a change. */
  record OneNode(NodeEntry entry) implements PartitionAnswer {}

  /** The node is in no list any more. */
  record NodeGone(NodeName node) implements PartitionAnswer {}

  /**
   * @param next last reservation of this page, or null when there is no further page
   */
  record ReservationPage(List<ReservationEntry> entries, @Nullable String next)
      implements PartitionAnswer {}

  /** One reservation that was made. */
  record OneReservation(ReservationEntry entry) implements PartitionAnswer {}

  /** There is no such reservation any more. */
  record ReservationGone(String reservation) implements PartitionAnswer {}

  /** Counts and settings. */
  record Summary(PartitionEntry entry) implements PartitionAnswer {}

  /** How the elements of an array stand, or null when the partition knows none of that number. */
  record ArrayStands(@Nullable ArrayEntry standing) implements PartitionAnswer {}

  /** Why a job waits. */
  record Explanation(WaitExplanation explanation) implements PartitionAnswer {}

  /**
   * What would be answered to a job if it came now.
   *
   * @param start when it would start; null when that was not asked, or it would not be queued
   */
  record WouldSay(PartitionReply reply, @Nullable StartEntry start) implements PartitionAnswer {}

  /** No, and why. */
  record Refused(Refusal refusal) implements PartitionAnswer {}
}
