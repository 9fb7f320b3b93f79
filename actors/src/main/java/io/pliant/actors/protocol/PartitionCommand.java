package io.pliant.actors.protocol;

import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.lending.PoolWord;
import io.pliant.core.node.Health;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.pack.PackStand;
import io.pliant.core.pack.PackWord;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.QueueCursor;
import io.pliant.core.partition.QueueFilter;
import io.pliant.core.partition.QueueText;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.plan.Plan;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.reservation.ReservationRequest;
import io.pliant.core.spec.Submitter;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** What a {@code Partition} entity (entity id = partition name) accepts. */
public sealed interface PartitionCommand extends WireMessage {
  /** May change the ledger: decided with all that has come since the last write. */
  sealed interface Order extends PartitionCommand {}

  /** Changes nothing and is answered at once. */
  sealed interface Question extends PartitionCommand {}

  /** What a node or a program is seen to do; known to one incarnation. */
  sealed interface Sighting extends PartitionCommand {}

  /** Internal: what the ledger is reminded of; it writes nothing at once. */
  sealed interface Reminder extends PartitionCommand {}

  /** Internal: what the front alone hears. */
  sealed interface OfFront extends PartitionCommand {}

  /**
   * What a job or its application wants. The job is answered by EnqueueAnswered, ReleaseConfirmed
   * or a new Granted, the application by Begin or Denied; that a resize has ended is told until the
   * partition asks for it no more.
   */
  record OfJob(PartitionIntent.OfJob intent) implements Order {}

  /**
   * The same while the job's own write is still on its way, in the process that makes the ledger's
   * too; in any other one it is not taken, and the job says it again later.
   *
   * @param process mark of that process
   */
  record Early(OfJob order, String process) implements OfFront {}

  /**
   * What would a partition say to that job; nothing is changed. Answered by WouldSay.
   *
   * @param start whether it is to say when the job would start; null for no
   */
  record Consider(QueuedJob job, @Nullable Boolean start, ActorRef<PartitionAnswer> replyTo)
      implements Question {}

  /** Hold a waiting job or let it go; answered to the job by HeldAnswered. */
  record SetHeld(JobId job, boolean held, Submitter by, ActorRef<JobAnswer> replyTo)
      implements Order {}

  /** End elements of an array; answered to the array by ElementsAnswered. */
  record EndElements(PartitionIntent.EndElements intent, ActorRef<JobAnswer> replyTo)
      implements Order {}

  /** How the elements of an array stand; answered by ArrayStands. */
  record GetArray(JobId array, ActorRef<PartitionAnswer> replyTo) implements Question {}

  /** Resize a running job by hand; answered to {@code replyTo}. */
  record OrderResize(JobId job, int nodes, ActorRef<JobAnswer> replyTo) implements Order {}

  /**
   * What a program was measured at since its last adaptation.
   *
   * @param mtct time in communication over time in computation
   * @param resize number in the ledger of the resize after which it was measured, 0 for the start
   */
  record Measured(AttemptId attempt, double mtct, long resize) implements Sighting {}

  /**
   * A node's agent is connected and has these tasks; sent at each heartbeat.
   *
   * @param stamp the agent's word for its answer, or null
   * @param health what its last probe came to, or null when it has not said
   */
  record NodeSeen(
      NodeName node,
      NodeDescription description,
      List<StepId> running,
      @Nullable Long stamp,
      @Nullable Health health)
      implements Order {
    public NodeSeen {
      running = List.copyOf(running);
    }
  }

  /** What a node's power meter counted; repeated until it is answered by SendPowerCounted. */
  record PowerSeen(NodeName node, PowerReport report) implements Sighting {}

  /**
   * The partition's part of the power corridor, now and to come; told again and again.
   *
   * @param bounds empty when there are none
   * @param version of the corridor; what is older than known counts no more
   */
  record BoundsReported(CorridorTable bounds, long version) implements Sighting {}

  /** What a pack says of which the partition has a share; told in answer to ShareStands. */
  record PackTold(PackWord word) implements Sighting {}

  /** What another partition of its pool says. */
  record PoolSaid(PoolWord word) implements Sighting {}

  /** Close a node to new jobs. */
  record Drain(NodeName node, String reason, Submitter by, ActorRef<PartitionAnswer> replyTo)
      implements Order {}

  /** Open a drained node. */
  record Resume(NodeName node, Submitter by, ActorRef<PartitionAnswer> replyTo) implements Order {}

  /** Take a node out for good; answered by NodeGone or a refusal. */
  record RemoveNode(NodeName node, boolean force, Submitter by, ActorRef<PartitionAnswer> replyTo)
      implements Order {}

  /** Set nodes aside; answered by OneReservation or a refusal. */
  record Reserve(ReservationRequest wanted, Submitter by, ActorRef<PartitionAnswer> replyTo)
      implements Order {}

  /** Take a reservation back; answered by ReservationGone. */
  record DeleteReservation(String reservation, Submitter by, ActorRef<PartitionAnswer> replyTo)
      implements Order {}

  /** One page of reservations after {@code after} (null for the first). */
  record GetReservations(@Nullable String after, int limit, ActorRef<PartitionAnswer> replyTo)
      implements Question {}

  /** One page of the wanted jobs by number, after {@code cursor} (null for the first). */
  record GetQueue(
      QueueFilter filter,
      @Nullable QueueCursor cursor,
      int limit,
      ActorRef<PartitionAnswer> replyTo)
      implements Question {}

  /** One node; answered by OneNode or a refusal. */
  record GetNode(NodeName node, ActorRef<PartitionAnswer> replyTo) implements Question {}

  /** The wanted jobs in queue order, behind the first {@code offset}; answered by QueueWindow. */
  record GetQueueWindow(
      QueueFilter filter, QueueText text, long offset, int limit, ActorRef<PartitionAnswer> replyTo)
      implements Question {}

  /** One page of what orders the wanted waiting jobs, after {@code cursor} (null: the first). */
  record GetPriorities(
      QueueFilter filter,
      @Nullable QueueCursor cursor,
      int limit,
      ActorRef<PartitionAnswer> replyTo)
      implements Question {}

  /** How those jobs come before others of their user; answered by Moves or a refusal. */
  record GetMoves(List<JobId> first, ActorRef<PartitionAnswer> replyTo) implements Question {
    public GetMoves {
      first = List.copyOf(first);
    }
  }

  /** One page of what users have used, after {@code after} (null for the first). */
  record GetUses(@Nullable String after, int limit, ActorRef<PartitionAnswer> replyTo)
      implements Question {}

  /** One page of nodes after {@code after} (null for the first). */
  record GetNodes(@Nullable NodeName after, int limit, ActorRef<PartitionAnswer> replyTo)
      implements Question {}

  /** Counts and settings. */
  record GetSummary(ActorRef<PartitionAnswer> replyTo) implements Question {}

  /** Why a job waits. */
  record Why(JobId job, ActorRef<PartitionAnswer> replyTo) implements Question {}

  /** Internal: decide on all that was collected. */
  enum Flush implements PartitionCommand {
    INSTANCE
  }

  /**
   * Internal: the scheduling round of that number came to this plan.
   *
   * @param stands how packs stand
   * @param unstarted jobs that it left waiting for nodes alone, the first ones of the queue
   */
  record PlanReady(long round, Plan plan, long nanos, List<PackStand> stands, List<JobId> unstarted)
      implements PartitionCommand {}

  /** Internal: the policy failed in the round of that number; a bug. */
  record PlanFailed(long round, String reason) implements Reminder {}

  /** Internal, front to ledger: so many commands were passed on since the last mark. */
  record Mark(long incarnation, int commands) implements Reminder {}

  /** Internal, ledger to front: all before that mark are taken in. */
  record Through(long incarnation, int commands) implements OfFront {}

  /** Internal, ledger to front: the term of a new incarnation is durable; it takes commands now. */
  enum Open implements OfFront {
    INSTANCE
  }

  /** Internal, at the front: the ledger's actor is gone. */
  enum Gone implements OfFront {
    INSTANCE
  }

  /** Internal timer of the front: see whether the ledger still answers. */
  enum LookIn implements OfFront {
    INSTANCE
  }

  /** Internal timer: a round may be held now. */
  enum RoundDue implements Reminder {
    INSTANCE
  }

  /** Internal timer: look whether the cluster's epoch is known by now. */
  enum TakeOver implements Reminder {
    INSTANCE
  }

  /** Internal timer: look for silent nodes. */
  enum WatchNodes implements Reminder {
    INSTANCE
  }

  /** Internal timer: repeat all grants. */
  enum Audit implements Reminder {
    INSTANCE
  }
}
