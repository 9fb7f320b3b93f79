package io.pliant.actors.partition;

import io.pliant.actors.journal.JobsInLedgerWrites;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.PartitionIntent;
import java.util.LinkedHashSet;
import java.util.Set;

/** Jobs whose own writes the ledger's next one follows from, as far as they are not made yet. */
final class FollowedJobs {
  private final PartitionName partition;
  private final JobsInLedgerWrites writes;
  private final Set<JobId> jobs = new LinkedHashSet<>();

  FollowedJobs(PartitionName partition, JobsInLedgerWrites writes) {
    this.partition = partition;
    this.writes = writes;
  }

  /** The ledger is to decide on that. */
  void add(PartitionIntent.OfJob intent) {
    if (intent instanceof PartitionIntent.Enqueue || intent instanceof PartitionIntent.Release) {
      jobs.add(intent.attempt().job());
    }
  }

  /**
   * It has decided, and writes at once.
   *
   * @param something whether there is anything to write
   */
  void decided(boolean something) {
    if (something) {
      writes.follow(partition, jobs);
    } else {
      writes.alone(jobs);
    }
    jobs.clear();
  }

  /** The ledger is written by this process. */
  void open() {
    jobs.clear();
    writes.writesHere(partition, true);
  }

  /** It is written elsewhere from now on, or nowhere. */
  void closed() {
    writes.writesHere(partition, false);
  }
}
