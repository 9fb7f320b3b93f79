package io.pliant.core.partition;

import io.pliant.core.adaptation.Resize;
import io.pliant.core.adaptation.Result;
import io.pliant.core.array.Places;
import io.pliant.core.dependency.DependencyStanding;
import io.pliant.core.energy.NodeCount;
import io.pliant.core.energy.Share;
import io.pliant.core.energy.StepShare;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.lease.BorrowedNodes;
import io.pliant.core.lease.LeaseId;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Slice;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A fact about one partition's ledger. Additive, as job events are. */
public sealed interface PartitionEvent {
  Instant at();

  /** A new incarnation of the partition took over with this fencing number. */
  record TermStarted(long term, Instant at) implements PartitionEvent {}

  /** A node joined, or came back with another capacity; it is up. */
  record NodeRegistered(NodeName node, NodeCapacity capacity, Instant at)
      implements PartitionEvent {}

  /** A node is unreachable, or its agent left; no job is started on it. */
  record NodeWentDown(NodeName node, String reason, Instant at) implements PartitionEvent {}

  /** A node that was down is back, with nothing running that the ledger does not know. */
  record NodeCameUp(NodeName node, Instant at) implements PartitionEvent {}

  /** An operator closed the node to new jobs. */
  record NodeDrained(NodeName node, String reason, String by, Instant at)
      implements PartitionEvent {}

  /** A node could not do its part of an attempt, through no fault of the job. */
  record NodeFaulted(NodeName node, JobId job, int attempt, String evidence, Instant at)
      implements PartitionEvent {}

  /**
   * The partition closed the node to new jobs.
   *
   * @param probed the node's own probe found the reason
   */
  record NodeClosed(NodeName node, String reason, boolean probed, Instant at)
      implements PartitionEvent {}

  /** A node that the partition had closed is open again, but for what an operator says. */
  record NodeOpened(NodeName node, String reason, Instant at) implements PartitionEvent {}

  /** An operator opened the node again. */
  record NodeResumed(NodeName node, String by, Instant at) implements PartitionEvent {}

  /** An operator took the node out of the partition; nobody holds anything of it. */
  record NodeRemoved(NodeName node, String by, Instant at) implements PartitionEvent {}

  /**
   * A job entered the queue; {@code rank} orders the queue and is kept over requeues.
   *
   * @param keysSince submission keys of the same kind that came before are forgotten; null for a
   *     job without a key, and in journals from before keys had a time, when the newest few
   *     thousand were kept
   */
  record JobEnqueued(QueuedJob job, long rank, Instant at, @Nullable Instant keysSince)
      implements PartitionEvent {}

  /**
   * A waiting job left the queue without starting; an array, once all its elements are over.
   *
   * @param ended how it ended, or null when it did not, or in journals from before this was written
   */
  record JobWithdrawn(JobId job, String reason, Instant at, @Nullable JobStatus ended)
      implements PartitionEvent {
    /** Of a job that is no element of an array. */
    public JobWithdrawn(JobId job, String reason, Instant at) {
      this(job, reason, at, null);
    }
  }

  /**
   * Elements of an array are to end.
   *
   * @param never those that have not started, and never will
   * @param running those that have
   */
  record ElementsEnding(JobId array, Places never, Places running, String by, Instant at)
      implements PartitionEvent {}

  /** A job is over, and jobs wait for it that do not know it yet. */
  record TellingBegun(JobId job, Instant at) implements PartitionEvent {}

  /** All that waited for a job that is over know it. */
  record TellingEnded(JobId job, Instant at) implements PartitionEvent {}

  /** An array is told how its elements stand, whenever that changes. */
  record ElementsWatched(JobId array, Instant at) implements PartitionEvent {}

  /** A waiting job waits for something else of other jobs than before, or for nothing more. */
  record DependencyChanged(JobId job, DependencyStanding standing, Instant at)
      implements PartitionEvent {}

  /** A job was changed after its submission, and stands so now. */
  record JobRevised(JobId job, Revision revision, Instant at) implements PartitionEvent {}

  /** A waiting job was put on hold or released. */
  record JobHeldChanged(JobId job, boolean held, Instant at) implements PartitionEvent {}

  /**
   * A waiting job got its nodes and left the queue.
   *
   * @param reference what the policy wants to remember of the start: when the job would have ended
   *     with its size fixed; null for nothing, and in journals from before this was kept
   * @param borrowed whose the nodes are, where they are lent; null where all are the partition's,
   *     and in journals from before nodes were lent
   */
  record NodesAllocated(
      JobId job,
      int attempt,
      Allocation allocation,
      Instant at,
      @Nullable Instant reference,
      @Nullable BorrowedNodes borrowed)
      implements PartitionEvent {
    /** On the partition's own nodes. */
    public NodesAllocated(
        JobId job, int attempt, Allocation allocation, Instant at, @Nullable Instant reference) {
      this(job, attempt, allocation, at, reference, null);
    }

    /** A start of which nothing is remembered. */
    public NodesAllocated(JobId job, int attempt, Allocation allocation, Instant at) {
      this(job, attempt, allocation, at, null);
    }
  }

  /**
   * An attempt is over; all its slices are free again.
   *
   * @param ended how the job ended, or null when it did not, or in journals from before this was
   *     written
   * @param use decayed cpu-seconds of the user with this attempt's; null as above
   * @param exit exit status of an element of an array that did not end well; else null
   */
  record NodesReleased(
      JobId job,
      int attempt,
      Instant at,
      @Nullable JobStatus ended,
      @Nullable Double use,
      @Nullable ExitStatus exit)
      implements PartitionEvent {
    /** Of a job that is no element of an array. */
    public NodesReleased(
        JobId job, int attempt, Instant at, @Nullable JobStatus ended, @Nullable Double use) {
      this(job, attempt, at, ended, use, null);
    }
  }

  /**
   * A resize of a running job began; the nodes of an expansion are held for it.
   *
   * @param mtct measured time in communication over time in computation at the size before; null
   *     when it was not known, and in journals from before this was kept
   * @param borrowed those of the nodes of an expansion that other partitions lent for it; null for
   *     none, and in journals from before jobs grew onto such
   */
  record ResizeBegun(
      JobId job,
      int attempt,
      Resize resize,
      Instant at,
      @Nullable Double mtct,
      @Nullable BorrowedNodes borrowed)
      implements PartitionEvent {
    /** On nodes of the partition. */
    public ResizeBegun(JobId job, int attempt, Resize resize, Instant at, @Nullable Double mtct) {
      this(job, attempt, resize, at, mtct, null);
    }

    /** A resize of a program of which nothing has been measured. */
    public ResizeBegun(JobId job, int attempt, Resize resize, Instant at) {
      this(job, attempt, resize, at, null);
    }
  }

  /**
   * A resize is over.
   *
   * @param ledger its number
   * @param slices with an expansion the nodes that became the job's, with a shrink those that it is
   *     to let go of; an expansion's other nodes are to be let go of, too
   * @param forced tasks on the nodes that go are to be ended
   */
  record ResizeClosed(
      JobId job,
      int attempt,
      long ledger,
      Result result,
      List<Slice> slices,
      boolean forced,
      Instant at)
      implements PartitionEvent {
    public ResizeClosed {
      slices = List.copyOf(slices);
    }
  }

  /** A running job has let go of one of its nodes. */
  record NodeReturned(JobId job, int attempt, NodeName node, Instant at)
      implements PartitionEvent {}

  /**
   * Energy was counted of these nodes; what was counted before is not in it.
   *
   * @param nodes what their meters counted, and what of it nobody had
   * @param shares what of it jobs had
   * @param steps what of that their steps had; null when none had anything, and in journals from
   *     before this was counted
   */
  record EnergyCounted(
      List<NodeCount> nodes, List<Share> shares, Instant at, @Nullable List<StepShare> steps)
      implements PartitionEvent {
    public EnergyCounted {
      nodes = List.copyOf(nodes);
      shares = List.copyOf(shares);
      steps = steps == null ? null : List.copyOf(steps);
    }
  }

  /** All energy of an attempt that is over is counted. */
  record JobEnergyCounted(JobId job, int attempt, Instant at) implements PartitionEvent {}

  /**
   * The starts that the policy has promised to waiting jobs, in place of those of before.
   *
   * @param promises each job once
   */
  record StartsPromised(List<Promise> promises, Instant at) implements PartitionEvent {
    public StartsPromised {
      promises = List.copyOf(promises);
    }
  }

  /** An operator set nodes aside. */
  record ReservationMade(Reservation reservation, String by, Instant at)
      implements PartitionEvent {}

  /** An operator took a reservation back. */
  record ReservationDeleted(String reservation, String by, Instant at) implements PartitionEvent {}

  /**
   * Nodes were lent to an attempt, whole, until they are returned.
   *
   * @param slices all that there is of them
   * @param end by its limit the attempt gives them back then
   * @param growth true when it runs without them, too, and gives them back when they are asked for;
   *     null when not, and in journals from before jobs grew onto lent nodes
   */
  record NodesLent(
      LeaseId lease,
      AttemptId tenant,
      List<Slice> slices,
      Instant end,
      Instant at,
      @Nullable Boolean growth)
      implements PartitionEvent {
    public NodesLent {
      slices = List.copyOf(slices);
    }

    /** To an attempt that runs on no less. */
    public NodesLent(LeaseId lease, AttemptId tenant, List<Slice> slices, Instant end, Instant at) {
      this(lease, tenant, slices, end, at, null);
    }
  }

  /** Nodes that were lent are the partition's own again. */
  record NodesReturned(LeaseId lease, List<NodeName> nodes, Instant at) implements PartitionEvent {
    public NodesReturned {
      nodes = List.copyOf(nodes);
    }
  }

  /** The next incarnation gives no lease a number below this one. */
  record LeaseNumbersUsed(long below, Instant at) implements PartitionEvent {}

  /**
   * Nobody holds this lease of an incarnation before this one. Written before it is told, so that
   * one that only seems dead can no longer start a job on it.
   */
  record LeaseDisowned(LeaseId lease, Instant at) implements PartitionEvent {}

  /** A waiting job is to start by then. */
  record Promise(JobId job, Instant start) {}
}
