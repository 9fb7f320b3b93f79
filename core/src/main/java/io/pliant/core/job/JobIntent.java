package io.pliant.core.job;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.launch.StepReport;
import io.pliant.core.partition.Allocation;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Submitter;
import java.util.List;

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
   */
  record Granted(int attempt, Allocation allocation, long term, List<NodeName> lost)
      implements JobIntent {
    public Granted {
      lost = List.copyOf(lost);
    }
  }

  /** A node reports on a step. */
  record Reported(StepReport report) implements JobIntent {}

  /**
   * End the job, or signal its tasks.
   *
   * @param operator true when {@code by} may act on others' jobs
   * @param signal 0 to end it
   */
  record Cancel(Submitter by, boolean operator, int signal) implements JobIntent {}

  /** The partition has put the job on hold or released it. */
  record HoldChanged(boolean held, Submitter by) implements JobIntent {}

  /** Run a command as a further step. */
  record CreateStep(Submitter by, boolean operator, StepRequest request) implements JobIntent {}
}
