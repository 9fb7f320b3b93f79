package io.pliant.actors.wire;

import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.ResourceRequest;
import java.time.Duration;
import java.util.List;

/** One value of each type that has components of a job pack. */
final class PackSamples {
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
}
