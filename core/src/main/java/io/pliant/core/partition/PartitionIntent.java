package io.pliant.core.partition;

import io.pliant.core.adaptation.LedgerEnd;
import io.pliant.core.adaptation.Wish;
import io.pliant.core.array.Places;
import io.pliant.core.energy.CountedEnergy;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.node.Health;
import io.pliant.core.plan.Decision;
import io.pliant.core.reservation.ReservationRequest;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What somebody wants of a partition. */
public sealed interface PartitionIntent {
  /** What a job, or its application, wants; it is the command, too, that carries it. */
  sealed interface OfJob extends PartitionIntent {
    /** The attempt that wants it. */
    AttemptId attempt();
  }

  /** Put an attempt of a job into the queue; supersedes whatever an earlier attempt holds. */
  record Enqueue(QueuedJob job) implements OfJob {
    @Override
    public AttemptId attempt() {
      return job.attemptId();
    }
  }

  /**
   * That attempt of the job, and every earlier one, neither waits nor holds nodes any more.
   *
   * @param ended how the job ended, or null when this attempt was none of it
   * @param exit exit status of an element of an array that did not end well; else null
   * @param tells true when jobs wait for it that do not know yet how it ended: it is to be woken
   *     until it says {@link EndTelling}
   */
  record Release(
      AttemptId attempt,
      @Nullable JobStatus ended,
      @Nullable ExitStatus exit,
      @Nullable Boolean tells)
      implements OfJob {
    /** Of a job that is no element of an array. */
    public Release(AttemptId attempt, @Nullable JobStatus ended) {
      this(attempt, ended, null, null);
    }
  }

  /**
   * End elements of an array: those that have not started never do.
   *
   * @param attempt that of the array
   * @param elements which, or null for all
   */
  record EndElements(AttemptId attempt, @Nullable Places elements, String by) implements OfJob {}

  /** A job that holds nodes was changed, and stands so now. */
  record Revise(AttemptId attempt, Revision revision) implements OfJob {}

  /** All that waited for a job that is over know how it ended. */
  record EndTelling(AttemptId attempt) implements OfJob {}

  /** Tell an array, now and from now on, how its elements stand. */
  record WatchElements(AttemptId attempt) implements OfJob {}

  /** Hold a waiting job, or let it go. */
  record SetHeld(JobId job, boolean held) implements PartitionIntent {}

  /**
   * A node's agent is connected.
   *
   * @param running the attempts that have tasks there
   * @param health what its last probe came to, or null when it has not said
   */
  record NodeSeen(
      NodeName node, NodeCapacity capacity, List<AttemptId> running, @Nullable Health health)
      implements PartitionIntent {
    public NodeSeen {
      running = List.copyOf(running);
    }

    /** Of an agent that has not said how its node is. */
    public NodeSeen(NodeName node, NodeCapacity capacity, List<AttemptId> running) {
      this(node, capacity, running, null);
    }
  }

  /** A node has not been heard of for too long, or its agent left. */
  record NodeLost(NodeName node, String reason) implements PartitionIntent {}

  /** Close a node to new jobs. */
  record Drain(NodeName node, String reason, String by) implements PartitionIntent {}

  /** Open a drained node. */
  record Resume(NodeName node, String by) implements PartitionIntent {}

  /**
   * Take a node out of the partition.
   *
   * @param force count it as lost when jobs hold something of it, so that it can go once they don't
   */
  record RemoveNode(NodeName node, boolean force, String by) implements PartitionIntent {}

  /** Set nodes aside. */
  record Reserve(ReservationRequest wanted, String by) implements PartitionIntent {}

  /** Take a reservation back. */
  record DeleteReservation(String reservation, String by) implements PartitionIntent {}

  /** A new incarnation takes over. */
  record BeginTerm(long epoch) implements PartitionIntent {}

  /** Start these jobs; they passed {@code PlanCheck} against this very state. */
  record StartJobs(List<Decision.Start> starts) implements PartitionIntent {
    public StartJobs {
      starts = List.copyOf(starts);
    }
  }

  /** Remember the starts that the policy promises to waiting jobs, and no others. */
  record KeepPromises(List<Decision.Reserve> promises) implements PartitionIntent {
    public KeepPromises {
      promises = List.copyOf(promises);
    }
  }

  /**
   * Begin resizes of running jobs.
   *
   * @param resizings what is wanted; what is impossible in this state is left out
   */
  record BeginResizes(List<Resizing> resizings) implements PartitionIntent {
    public BeginResizes {
      resizings = List.copyOf(resizings);
    }
  }

  /**
   * A program asks for another size.
   *
   * @param mtct as of {@link Resizing}
   */
  record AskResize(AttemptId attempt, Wish wish, @Nullable Double mtct) implements OfJob {
    /** Of a program of which nothing has been measured. */
    public AskResize(AttemptId attempt, Wish wish) {
      this(attempt, wish, null);
    }

    /** The same of a program that is measured at that. */
    public AskResize measuredAt(@Nullable Double value) {
      return new AskResize(attempt, wish, value);
    }
  }

  /** A resize has ended. */
  record CloseResize(JobId job, LedgerEnd end) implements OfJob {
    @Override
    public AttemptId attempt() {
      return new AttemptId(job, end.attempt());
    }
  }

  /**
   * A running job has no task on a node any more and lets go of it.
   *
   * @param came number of the resize with which the node came, so that a late message about an
   *     earlier stay is told apart
   */
  record ReturnNode(AttemptId attempt, NodeName node, long came) implements OfJob {}

  /** Make a part of the energy accounts durable. */
  record CountEnergy(CountedEnergy part) implements PartitionIntent {}

  /**
   * One wanted change of size.
   *
   * @param nodes size afterwards
   * @param mandatory a shrink that the program cannot refuse
   * @param planned slices that come or go by a plan, or null when placement is to choose them
   * @param mtct time in communication over time in computation at the present size, or null
   */
  record Resizing(
      JobId job,
      int nodes,
      boolean mandatory,
      @Nullable List<Slice> planned,
      @Nullable Double mtct) {
    public Resizing {
      planned = planned == null ? null : List.copyOf(planned);
    }

    /** A change for which the nodes are to be chosen. */
    public Resizing(JobId job, int nodes, boolean mandatory) {
      this(job, nodes, mandatory, null, null);
    }
  }
}
