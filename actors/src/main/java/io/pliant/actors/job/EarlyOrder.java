package io.pliant.actors.job;

import io.pliant.actors.journal.JobsInLedgerWrites;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.Peers;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobOrder;
import io.pliant.core.job.JobOrders;
import io.pliant.core.job.JobState;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.job.Packs;
import io.pliant.core.partition.PartitionIntent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job asks of its partition while its own write is on its way: a place in the queue when it
 * is submitted, that its nodes are free when it ends. The journal makes one entry of both.
 */
final class EarlyOrder {
  private final JobId job;
  private final JobsInLedgerWrites writes;
  private final Peers peers;
  private @Nullable JobOrder said;

  EarlyOrder(JobId job, JobsInLedgerWrites writes, Peers peers) {
    this.job = job;
    this.writes = writes;
    this.peers = peers;
  }

  /** Events are about to be written; asks where both can be one entry. */
  void say(JobState before, List<JobEvent> events) {
    boolean submitted = before.phase() == Phase.NEW;
    if (!submitted && !before.holdsNodes()) {
      return;
    }
    JobState after = before;
    for (JobEvent event : events) {
      after = after.evolve(event);
    }
    boolean follows = submitted ? after.phase() == Phase.PENDING : after.over();
    if (!follows || after.spec() == null || Packs.spread(after) != null) {
      return;
    }
    PartitionName partition = after.submittedSpec().partition();
    for (JobOrder order : JobOrders.owed(after)) {
      if (order instanceof JobOrder.ToPartition(PartitionIntent.OfJob intent)
          && (intent instanceof PartitionIntent.Enqueue
              || intent instanceof PartitionIntent.Release)) {
        String process = writes.announce(job, partition);
        if (process != null) {
          said = order;
          PartitionCommand.OfJob command = new PartitionCommand.OfJob(intent);
          peers.tell(partition, new PartitionCommand.Early(command, process));
        }
        return;
      }
    }
  }

  /** After a restart: what was being written may not have been. */
  void forget() {
    said = null;
  }

  /** What was asked since the last call. */
  List<JobOrder> said() {
    JobOrder order = said;
    said = null;
    return order == null ? List.of() : List.of(order);
  }
}
