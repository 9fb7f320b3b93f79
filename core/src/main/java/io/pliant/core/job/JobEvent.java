package io.pliant.core.job;

import io.pliant.core.array.Places;
import io.pliant.core.dependency.TargetStanding;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.node.NodeFault;
import io.pliant.core.partition.Sizes;
import io.pliant.core.resource.Allocation;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepUsage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fact in the life of one job, in the order in which it became durable. Additive: fields are only
 * ever added, as nullable ones (docs/checklists/add-event.md).
 */
public sealed interface JobEvent {
  JobId job();

  Instant at();

  /**
   * The job's specification is durable. It is acknowledged to the client once the partition's own
   * JobEnqueued is durable too.
   */
  record JobSubmitted(JobId job, JobSpec spec, Instant at) implements JobEvent {}

  /** The partition refused the job for good, for the reason given. */
  record JobRefused(JobId job, String reason, Instant at) implements JobEvent {}

  /** The job was put on hold or released from it. */
  record JobHoldChanged(JobId job, boolean held, String by, Instant at) implements JobEvent {}

  /** Somebody changed what was asked for; it holds from now on, and for all further attempts. */
  record JobChanged(JobId job, JobChange change, String by, Instant at) implements JobEvent {}

  /**
   * The partition granted nodes for this attempt.
   *
   * @param others terms of the other partitions of a pack in several, or of those that lent it
   *     nodes; null for one partition, and in journals from before there were such jobs
   */
  record JobAllocated(
      JobId job,
      int attempt,
      Allocation allocation,
      long term,
      Instant at,
      @Nullable List<ShareTerm> others)
      implements JobEvent {
    public JobAllocated {
      others = others == null ? null : List.copyOf(others);
    }

    /** In one partition. */
    public JobAllocated(JobId job, int attempt, Allocation allocation, long term, Instant at) {
      this(job, attempt, allocation, term, at, null);
    }
  }

  /**
   * The fencing number under which a partition holds its share of a job.
   *
   * @param nodes that it lent to the job; null of a pack, whose components say which nodes are its
   */
  record ShareTerm(PartitionName partition, long term, @Nullable List<NodeName> nodes) {
    public ShareTerm {
      nodes = nodes == null ? null : List.copyOf(nodes);
    }

    /** Of a pack, whose components say which nodes these are. */
    public ShareTerm(PartitionName partition, long term) {
      this(partition, term, null);
    }
  }

  /**
   * A newer incarnation of the partition stands by the same grant.
   *
   * @param partition which one of the others it is, of a pack in several; else null
   */
  record GrantRenewed(
      JobId job, int attempt, long term, Instant at, @Nullable PartitionName partition)
      implements JobEvent {
    /** Of the partition of the job. */
    public GrantRenewed(JobId job, int attempt, long term, Instant at) {
      this(job, attempt, term, at, null);
    }
  }

  /**
   * Not all partitions of a pack held this attempt; the next one waits, and frees what was held.
   *
   * @param missing a partition that did not
   * @param notBefore time before which the next attempt is not to start
   */
  record PackGivenUp(
      JobId job, int nextAttempt, PartitionName missing, Instant notBefore, Instant at)
      implements JobEvent {}

  /** A step was created; its launch is owed to each node of {@code nodes}. */
  record StepCreated(JobId job, int attempt, int step, StepPlan plan, Instant at)
      implements JobEvent {}

  /** A node started its tasks of a step. */
  record StepStarted(JobId job, int attempt, int step, NodeName node, Instant at)
      implements JobEvent {}

  /**
   * A node has no task of a step left.
   *
   * @param usage what they used, or null when nothing is known of it
   */
  record StepEnded(
      JobId job,
      int attempt,
      int step,
      NodeName node,
      List<ExitStatus> taskExits,
      StepEnd end,
      String message,
      Instant at,
      @Nullable StepUsage usage)
      implements JobEvent {
    public StepEnded {
      taskExits = List.copyOf(taskExits);
    }

    /** An end of which it is not known what was used. */
    public StepEnded(
        JobId job,
        int attempt,
        int step,
        NodeName node,
        List<ExitStatus> taskExits,
        StepEnd end,
        String message,
        Instant at) {
      this(job, attempt, step, node, taskExits, end, message, at, null);
    }
  }

  /** The first task of this attempt runs; the time limit counts from here. */
  record JobStarted(JobId job, int attempt, Instant at) implements JobEvent {}

  /**
   * The partition says what it holds for the attempt now.
   *
   * @param allocation nodes that are the job's
   * @param sizes nodes held for it besides, and those that it is leaving
   * @param version of the ledger; an older one is not taken in
   * @param lenders partitions that lent it nodes of these, and which; null for none, and in
   *     journals from before jobs grew onto such
   */
  record JobResized(
      JobId job,
      int attempt,
      Allocation allocation,
      Sizes sizes,
      long version,
      Instant at,
      @Nullable List<ShareTerm> lenders)
      implements JobEvent {
    public JobResized {
      lenders = lenders == null ? null : List.copyOf(lenders);
    }

    /** On nodes of its partition. */
    public JobResized(
        JobId job, int attempt, Allocation allocation, Sizes sizes, long version, Instant at) {
      this(job, attempt, allocation, sizes, version, at, null);
    }
  }

  /** The program goes on without any task on these nodes; {@code number} is the adaptation. */
  record NodesVacated(JobId job, int attempt, int number, List<NodeName> nodes, Instant at)
      implements JobEvent {
    public NodesVacated {
      nodes = List.copyOf(nodes);
    }
  }

  /** An operator has the attempt stand still: it keeps its nodes, and its limit does not count. */
  record JobSuspended(JobId job, int attempt, String by, Instant at) implements JobEvent {}

  /** An operator has the attempt go on that stood still. */
  record JobResumed(JobId job, int attempt, String by, Instant at) implements JobEvent {}

  /** Somebody asked to end the job. */
  record JobCancelRequested(JobId job, String by, Instant at) implements JobEvent {}

  /** How this attempt ends is decided; what still runs of it is being ended. */
  record JobCompleting(
      JobId job, int attempt, JobStatus outcome, ExitStatus exit, String reason, Instant at)
      implements JobEvent {}

  /**
   * The attempt is over and the job goes back to the queue as the next attempt.
   *
   * @param inARow attempts in a row that came to nothing; null in journals from before this was
   *     counted, as are the others
   * @param notBefore time before which the next attempt is not to start, or null
   * @param holdReason why the job is held for it, or null when it is not
   * @param faults what nodes could not do for the attempt, or null
   */
  record JobRequeued(
      JobId job,
      int nextAttempt,
      String reason,
      Instant at,
      @Nullable Integer inARow,
      @Nullable Instant notBefore,
      @Nullable String holdReason,
      @Nullable List<NodeFault> faults)
      implements JobEvent {
    public JobRequeued {
      faults = faults == null ? null : List.copyOf(faults);
    }

    /** At once. */
    public JobRequeued(JobId job, int nextAttempt, String reason, Instant at) {
      this(job, nextAttempt, reason, at, null, null, null, null);
    }
  }

  /**
   * Another job waits for this one, and is to be told how it ends.
   *
   * @param elements it wants to know of single elements of this array
   * @param own it is the same user's
   */
  record DependentAdded(JobId job, JobId dependent, boolean elements, boolean own, Instant at)
      implements JobEvent {}

  /** All jobs that waited for this one know how it ended. */
  record DependentsTold(JobId job, Instant at) implements JobEvent {}

  /** Jobs that this one waits for have told how they stand: all of them, or those with news. */
  record TargetsTold(JobId job, List<TargetStanding> targets, Instant at) implements JobEvent {
    public TargetsTold {
      targets = List.copyOf(targets);
    }
  }

  /** Elements of this array that did not end well; written with its end when there are any. */
  record ElementsFailed(JobId job, Places elements, Instant at) implements JobEvent {}

  /** The job is over for good. */
  record JobEnded(
      JobId job,
      int attempt,
      JobStatus status,
      ExitStatus exit,
      String reason,
      @Nullable Instant startedAt,
      Instant at)
      implements JobEvent {}
}
