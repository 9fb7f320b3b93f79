package io.pliant.actors.wire;

import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobIntent;
import io.pliant.core.pack.PackStand;
import io.pliant.core.pack.PackWord;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.partition.Revision;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Spread;
import java.time.Duration;
import java.util.List;

/** One value of each type that has components of a job pack. */
final class PackSamples {
  private static final PartitionName OTHER = new PartitionName("other");

  private PackSamples() {}

  static PartitionEvent enqueued() {
    ResourceRequest first = new ResourceRequest(1, 1, 1, 4, 100, false);
    ResourceRequest second =
        new ResourceRequest(2, 2, 4, 1, 0, true).withKindsPerNode(Kinds.of("gpu", 1));
    QueuedJob job =
        new QueuedJob(
            Samples.JOB,
            1,
            "coupled",
            "ada",
            first.with(new Components(List.of(second))),
            Duration.ofHours(1),
            false,
            null,
            Samples.AT,
            null);
    return new PartitionEvent.JobEnqueued(job, 3, Samples.AT, null);
  }

  /** What jobs write of a pack in several partitions. */
  static List<JobEvent> ofJobs() {
    return List.of(
        new JobEvent.JobAllocated(
            Samples.JOB,
            2,
            Samples.ALLOCATION,
            7,
            Samples.AT,
            List.of(new JobEvent.ShareTerm(OTHER, 9))),
        new JobEvent.GrantRenewed(Samples.JOB, 2, 10, Samples.AT, OTHER),
        new JobEvent.PackGivenUp(Samples.JOB, 3, OTHER, Samples.AT.plusSeconds(2), Samples.AT));
  }

  /** What ledgers write of their share of one. */
  static List<PartitionEvent> ofLedgers() {
    ResourceRequest one = new ResourceRequest(1, 1, 1, 4, 100, false);
    Spread spread = new Spread(List.of(Samples.PARTITION, OTHER, OTHER), OTHER);
    QueuedJob share =
        new QueuedJob(
            Samples.JOB,
            1,
            "coupled",
            "ada",
            one.with(new Components(List.of(one), spread)),
            Duration.ofHours(1),
            false,
            null,
            Samples.AT,
            null);
    return List.of(
        new PartitionEvent.JobEnqueued(share, 3, Samples.AT, null),
        new PartitionEvent.JobRevised(
            Samples.JOB,
            new Revision(1, "coupled", Duration.ofHours(1), null, null, null, null, null, true),
            Samples.AT));
  }

  /** What a pack and a partition say to each other. */
  static List<Object> messages() {
    AttemptId attempt = new AttemptId(Samples.JOB, 2);
    return List.of(
        new JobCommand.ShareStands(new PackStand(OTHER, attempt, Samples.AT, true)),
        new JobCommand.ShareStands(PackStand.unknown(OTHER, attempt)),
        new PartitionCommand.PackTold(new PackWord(attempt, Samples.AT, true, OTHER)),
        new PartitionCommand.PackTold(new PackWord(attempt, null, false, OTHER)),
        new JobCommand.Granted(
            new JobIntent.Granted(
                2, Samples.ALLOCATION, 7, List.of(Samples.NODE), null, 3, null, OTHER)));
  }
}
