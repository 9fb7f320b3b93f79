package io.pliant.actors.wire;

import io.pliant.core.id.NodeName;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.NodeTerms;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.ResourceRequest;
import java.time.Duration;
import java.util.List;

/** Samples of nodes with traits, and of a job that asks something of its nodes together. */
final class PlaceSamples {
  private PlaceSamples() {}

  static PartitionEvent registered() {
    return new PartitionEvent.NodeRegistered(
        Samples.NODE,
        new NodeCapacity(16, 64_000, null, null, new NodeTraits(200_000, 5)),
        Samples.AT);
  }

  static PartitionEvent enqueued() {
    NodeChoice choice =
        new NodeChoice(
            null,
            null,
            "[ib*2&rack1*1]",
            null,
            new NodeTerms(List.of(Samples.NODE, new NodeName("n9")), "ssd", 4, 50_000, true));
    QueuedJob job =
        new QueuedJob(
            Samples.JOB,
            1,
            "solve",
            "ada",
            new ResourceRequest(3, 4, 4, 1, 0, false).on(choice),
            Duration.ofHours(1),
            false,
            null,
            Samples.AT,
            null);
    return new PartitionEvent.JobEnqueued(job, 3, Samples.AT, null);
  }
}
