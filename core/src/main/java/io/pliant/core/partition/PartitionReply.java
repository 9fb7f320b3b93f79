package io.pliant.core.partition;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.Refusal;
import java.util.List;

/** What a partition answers to an intent. */
public sealed interface PartitionReply {
  /** It is so now (or was already). */
  record Done() implements PartitionReply {}

  /** The job waits, holds nodes, or is past this attempt. */
  record Queued() implements PartitionReply {}

  /** The same submission was accepted before, as this job. */
  record DuplicateOf(JobId original) implements PartitionReply {}

  /** No, and why. */
  record Refused(Refusal refusal) implements PartitionReply {}

  /** A program may have what it asks for, but the partition alone lacks the nodes. */
  record TooFewFree(GrowthRules.Wanted wanted, String reason) implements PartitionReply {}

  /** Tasks of these attempts are not in the ledger and are to be ended on that node. */
  record StaleTasks(List<AttemptId> attempts) implements PartitionReply {
    public StaleTasks {
      attempts = List.copyOf(attempts);
    }
  }

  /** Some resizes did not begin; empty when all did. */
  record Resizes(List<NotBegun> refusals) implements PartitionReply {
    public Resizes {
      refusals = List.copyOf(refusals);
    }
  }

  /**
   * A resize of a job to so many nodes that did not begin.
   *
   * @param reason why, in a clause
   * @param lacking it may have that size, but the partition alone lacks the nodes
   */
  record NotBegun(JobId job, int nodes, String reason, boolean lacking) {
    /** The same in a sentence. */
    public String sentence() {
      return sentence(job, nodes, reason);
    }

    /** That a job is not resized to so many nodes, and why in a clause. */
    public static String sentence(JobId job, int nodes, String reason) {
      return "Expected to resize job %s to %d node(s), but %s.".formatted(job, nodes, reason);
    }
  }
}
