package io.pliant.actors.wire;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.NodeTerms;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Topology;
import io.pliant.core.spec.Deadline;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Samples of nodes with traits, of a job that asks something of its nodes together, and of jobs
 * that are to end before a deadline.
 */
final class PlaceSamples {
  private static final Deadline DEADLINE = new Deadline(Samples.AT.plusSeconds(3_600));

  private PlaceSamples() {}

  static PartitionEvent registered() {
    return new PartitionEvent.NodeRegistered(
        Samples.NODE,
        new NodeCapacity(16, 64_000, null, null, new NodeTraits(200_000, 5)),
        Samples.AT);
  }

  static PartitionEvent registeredWithTopology() {
    return new PartitionEvent.NodeRegistered(
        Samples.NODE,
        new NodeCapacity(16, 64_000, null, null, new NodeTraits(0, 1, new Topology(2, 4, 2))),
        Samples.AT);
  }

  static PartitionEvent enqueuedWithTopology() {
    return new PartitionEvent.JobEnqueued(
        job(null, new NodeTerms(null, null, 0, 0, false, new Topology(2, 4, 2))),
        4,
        Samples.AT,
        null);
  }

  static PartitionEvent enqueued() {
    NodeTerms terms =
        new NodeTerms(List.of(Samples.NODE, new NodeName("n9")), "ssd", 4, 50_000, true);
    return new PartitionEvent.JobEnqueued(job("[ib*2&rack1*1]", terms), 3, Samples.AT, null);
  }

  private static QueuedJob job(@Nullable String constraint, NodeTerms terms) {
    NodeChoice choice = new NodeChoice(null, null, constraint, null, terms);
    return new QueuedJob(
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
  }

  static JobEvent submittedWithDeadline() {
    return new JobEvent.JobSubmitted(
        Samples.JOB,
        new JobSpec(
            "soon",
            Samples.USER,
            Samples.PARTITION,
            new ResourceRequest(1, 1, 1, 1, 0, false),
            Duration.ofMinutes(5),
            new Payload.ParallelCommand(List.of("soon"), null),
            StreamFiles.batchDefault(),
            "/tmp",
            Map.of(),
            true,
            false,
            null,
            "",
            null,
            null,
            null,
            null,
            null,
            null,
            DEADLINE,
            null,
            null,
            null),
        Samples.AT);
  }

  static JobEvent endedForDeadline() {
    return new JobEvent.JobEnded(
        Samples.JOB,
        1,
        JobStatus.DEADLINE,
        ExitStatus.SUCCESS,
        "it could no longer end before its deadline",
        null,
        Samples.AT);
  }

  static PartitionEvent enqueuedWithDeadline() {
    ResourceRequest request = new ResourceRequest(1, 1, 1, 1, 0, false);
    QueuedJob job =
        new QueuedJob(
                Samples.JOB,
                1,
                "soon",
                "ada",
                request,
                Duration.ofMinutes(5),
                false,
                null,
                Samples.AT,
                null)
            .before(DEADLINE);
    return new PartitionEvent.JobEnqueued(job, 3, Samples.AT, null);
  }
}
