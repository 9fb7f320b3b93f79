package io.pliant.core.job;

import io.pliant.core.adaptation.ApplicationOrder;
import io.pliant.core.array.Places;
import io.pliant.core.dependency.TargetStanding;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepTerms;
import io.pliant.core.lease.BorrowedNodes;
import io.pliant.core.pack.PackHold;
import io.pliant.core.partition.ArrayResults;
import io.pliant.core.partition.Sizes;
import io.pliant.core.resource.Allocation;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.Onlooker;
import io.pliant.core.step.StepReport;
import io.pliant.core.step.StepRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What somebody wants of a job, or tells it. */
public sealed interface JobIntent {
  /** A new job. */
  record Submit(JobSpec spec) implements JobIntent {}

  /** The partition will never run it. */
  record RefusedByPartition(String reason) implements JobIntent {}

  /** The partition knows the submission already as another job. */
  record DuplicateOf(JobId original) implements JobIntent {}

  /**
   * The partition holds nodes for an attempt; repeated for as long as it does.
   *
   * @param term fencing number of the partition's incarnation
   * @param lost those of the nodes that are down
   * @param sizes nodes held besides and nodes to leave, or null for a job of fixed size
   * @param version of the ledger
   * @param element what a job is told that is an element of an array; else null
   * @param partition which partition it is, where the job is a pack in several and this its share,
   *     or where it lends nodes to the job; else null
   * @param borrowed whose the nodes are, where it was started on lent ones; else null
   * @param grown further leases under which it has nodes, or null
   */
  record Granted(
      int attempt,
      Allocation allocation,
      long term,
      List<NodeName> lost,
      @Nullable Sizes sizes,
      long version,
      @Nullable OfElement element,
      @Nullable PartitionName partition,
      @Nullable BorrowedNodes borrowed,
      @Nullable List<BorrowedNodes> grown)
      implements JobIntent {
    public Granted {
      lost = List.copyOf(lost);
      grown = grown == null ? null : List.copyOf(grown);
    }

    /** On nodes of its partition. */
    public Granted(
        int attempt,
        Allocation allocation,
        long term,
        List<NodeName> lost,
        @Nullable Sizes sizes,
        long version,
        @Nullable OfElement element,
        @Nullable PartitionName partition) {
      this(attempt, allocation, term, lost, sizes, version, element, partition, null, null);
    }

    /** The leases under which it has nodes. */
    List<BorrowedNodes> loans() {
      return BorrowedNodes.all(borrowed, grown);
    }

    /** For a job of one partition. */
    public Granted(
        int attempt,
        Allocation allocation,
        long term,
        List<NodeName> lost,
        @Nullable Sizes sizes,
        long version,
        @Nullable OfElement element) {
      this(attempt, allocation, term, lost, sizes, version, element, null);
    }

    /** For a job that is no element of an array. */
    public Granted(
        int attempt,
        Allocation allocation,
        long term,
        List<NodeName> lost,
        @Nullable Sizes sizes,
        long version) {
      this(attempt, allocation, term, lost, sizes, version, null);
    }

    /** For a job of fixed size. */
    public Granted(int attempt, Allocation allocation, long term, List<NodeName> lost) {
      this(attempt, allocation, term, lost, null, 0);
    }
  }

  /**
   * What an element of an array is told with its nodes.
   *
   * @param array which array: an element that does not know what it is asks it
   * @param endedBy who wants that the element ends, or null
   */
  record OfElement(JobId array, @Nullable String endedBy) {}

  /**
   * An element of an array has been told what it is, and has nodes.
   *
   * @param spec without script, arguments and environment, which are the array's
   * @param submittedAt time of the array's submission
   */
  record Begin(JobSpec spec, Instant submittedAt, Granted grant) implements JobIntent {}

  /** Somebody wants that the elements of its array end, and this one waits to run again. */
  record EndWithArray(String by) implements JobIntent {}

  /**
   * No element of the array can start or runs.
   *
   * @param failed those that did not end well, or null when none is known
   */
  record AllOver(ArrayResults results, @Nullable Places failed) implements JobIntent {}

  /**
   * Another job wants to be told how this one ends.
   *
   * @param elements it wants to know of single elements of this array
   * @param uid whose that job is
   */
  record Watch(JobId dependent, boolean elements, int uid) implements JobIntent {}

  /** Jobs that this one waits for have told how they stand. */
  record TargetsTold(List<TargetStanding> targets) implements JobIntent {
    public TargetsTold {
      targets = List.copyOf(targets);
    }
  }

  /** All that wait for this job, which is over, know how it ended. */
  record DependentsTold() implements JobIntent {}

  /**
   * A node reports on a step.
   *
   * @param granted when the attempt got its nodes as the node was told with the launch, in
   *     milliseconds since 1970, or null when it is not known
   * @param terms to which the node keeps the step since its launch, or null
   */
  record Reported(StepReport report, @Nullable Long granted, @Nullable StepTerms terms)
      implements JobIntent {
    /** Of a step that is kept to what its launch said. */
    public Reported(StepReport report, @Nullable Long granted) {
      this(report, granted, null);
    }
  }

  /**
   * End the job, or signal its tasks.
   *
   * @param operator true when {@code by} may act on others' jobs
   * @param signal 0 to end it
   * @param scope which of its processes get the signal, or null for all
   */
  record Cancel(Submitter by, boolean operator, int signal, @Nullable SignalScope scope)
      implements JobIntent {
    /** To all processes, or to end it. */
    public Cancel(Submitter by, boolean operator, int signal) {
      this(by, operator, signal, null);
    }
  }

  /**
   * End the running attempt and put the job back into the queue.
   *
   * @param operator true when {@code by} may act on others' jobs
   * @param hold it is held there
   */
  record Requeue(Submitter by, boolean operator, boolean hold) implements JobIntent {
    /** Without a hold. */
    public Requeue(Submitter by, boolean operator) {
      this(by, operator, false);
    }
  }

  /**
   * Change what was asked for.
   *
   * @param operator true when {@code by} may act on others' jobs
   * @param usualTime time limit of jobs of its partition that give none, or null when not known
   * @param targets how all jobs stand that it is to wait for from now on; null while they have not
   *     answered: then all else of the change is looked at, and nothing is changed
   */
  record Change(
      Submitter by,
      boolean operator,
      JobChange change,
      @Nullable Duration usualTime,
      @Nullable List<TargetStanding> targets)
      implements JobIntent {
    public Change {
      targets = targets == null ? null : List.copyOf(targets);
    }

    /** Of one that waits for no other jobs than before. */
    public Change(Submitter by, boolean operator, JobChange change, @Nullable Duration usualTime) {
      this(by, operator, change, usualTime, null);
    }
  }

  /**
   * Have the running attempt stand still, or go on.
   *
   * @param operator true when {@code by} may do that
   * @param still false to have it go on
   */
  record SetSuspended(Submitter by, boolean operator, boolean still) implements JobIntent {}

  /**
   * Show a running step to somebody.
   *
   * @param operator true when {@code by} may look at others' jobs
   * @param step its number in the running attempt, {@link StepId#BATCH} for the batch script
   */
  record Onlook(Submitter by, boolean operator, int step, Onlooker onlooker) implements JobIntent {}

  /** The partition has put the job on hold or released it. */
  record HoldChanged(boolean held, Submitter by) implements JobIntent {}

  /**
   * All partitions of a pack hold its shares: it starts. This decision is where all of them agree.
   *
   * @param holds each partition once, the leading one first
   */
  record PackHeld(List<PackHold> holds) implements JobIntent {
    public PackHeld {
      holds = List.copyOf(holds);
    }
  }

  /**
   * Some partitions have held that attempt of a pack for long enough, and this one does not hold
   * it.
   */
  record PackOverdue(int attempt, PartitionName missing) implements JobIntent {}

  /** What the application of that attempt wants. */
  record OfApplication(int attempt, ApplicationOrder.ToJob order) implements JobIntent {}

  /** The attempt has run longer than its limit, grace and margin, by the controller's measure. */
  record LimitPassed(int attempt) implements JobIntent {}

  /** The attempt waits, and could no longer end before the job's deadline. */
  record DeadlinePassed(int attempt) implements JobIntent {}

  /** Run a command as a further step. */
  record CreateStep(Submitter by, boolean operator, StepRequest request, StepLimits limits)
      implements JobIntent {}
}
