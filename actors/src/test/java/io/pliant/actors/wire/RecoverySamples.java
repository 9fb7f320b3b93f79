package io.pliant.actors.wire;

import io.pliant.core.job.JobEvent;
import io.pliant.core.node.NodeFault;
import io.pliant.core.partition.Closure;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.resource.NodeCapacity;
import java.util.List;

/**
 * Samples of what is remembered of attempts that came to nothing and of nodes that are to blame.
 */
final class RecoverySamples {
  private static final NodeFault FAULT = new NodeFault(Samples.NODE, "No space left on device");

  private RecoverySamples() {}

  static JobEvent requeued() {
    return new JobEvent.JobRequeued(
        Samples.JOB, 3, "no space", Samples.AT, 2, Samples.AT.plusSeconds(2), null, List.of(FAULT));
  }

  static JobEvent requeuedAndHeld() {
    return new JobEvent.JobRequeued(
        Samples.JOB, 11, "lost", Samples.AT, 10, null, "10 attempts came to nothing", null);
  }

  static PartitionEvent enqueued() {
    return new PartitionEvent.JobEnqueued(job(), 12, Samples.AT, null);
  }

  static PartitionEvent faulted() {
    return new PartitionEvent.NodeFaulted(Samples.NODE, Samples.JOB, 2, "no space", Samples.AT);
  }

  static PartitionEvent closed() {
    return new PartitionEvent.NodeClosed(Samples.NODE, "no space", true, Samples.AT);
  }

  static PartitionEvent opened() {
    return new PartitionEvent.NodeOpened(Samples.NODE, "its probe passes", Samples.AT);
  }

  static NodeRecord closedNode() {
    return new NodeRecord(
        Samples.NODE,
        new NodeCapacity(16, 64_000),
        true,
        null,
        null,
        4,
        512,
        1,
        List.of(Samples.AT),
        new Closure("no space", Samples.AT, true));
  }

  static QueuedJob job() {
    QueuedJob first = Samples.queuedJob();
    return new QueuedJob(
        first.job(),
        3,
        first.name(),
        first.user(),
        first.resources(),
        first.timeLimit(),
        true,
        null,
        Samples.AT,
        "key-1",
        null,
        null,
        100L,
        Samples.AT.plusSeconds(2),
        "10 attempts came to nothing",
        List.of(FAULT),
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
