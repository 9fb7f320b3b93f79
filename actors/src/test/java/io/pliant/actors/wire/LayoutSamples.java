package io.pliant.actors.wire;

import io.pliant.core.id.NodeName;
import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.CoreRule;
import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.resource.WholeCores;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.step.StepPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Samples of a job and a step whose tasks are laid out otherwise than in equal blocks. */
final class LayoutSamples {
  private LayoutSamples() {}

  static PartitionEvent enqueued() {
    Layout layout = new Layout(Distribution.parse("plane=2"), true);
    QueuedJob job =
        new QueuedJob(
            Samples.JOB,
            1,
            "solve",
            "ada",
            new ResourceRequest(2, 2, 8, 1, 0, false).laidOut(layout),
            Duration.ofHours(1),
            false,
            null,
            Samples.AT,
            null);
    return new PartitionEvent.JobEnqueued(job, 3, Samples.AT, null);
  }

  /** A job of one thread of each core, with a slice of whole ones. */
  static PartitionEvent enqueuedOnCores() {
    QueuedJob job =
        new QueuedJob(
            Samples.JOB,
            1,
            "solve",
            "ada",
            new ResourceRequest(1, 1, 4, 1, 0, false)
                .laidOut(new Layout(null, false, new CoreRule(1, 2, 3))),
            Duration.ofHours(1),
            false,
            null,
            Samples.AT,
            null);
    return new PartitionEvent.JobEnqueued(job, 3, Samples.AT, null);
  }

  static JobEvent allocatedOnCores() {
    Slice slice = new Slice(Samples.NODE, 8, 512, 4).of(new WholeCores(2, 1));
    return new JobEvent.JobAllocated(Samples.JOB, 1, new Allocation(List.of(slice)), 7, Samples.AT);
  }

  static JobEvent stepCreated() {
    NodeName other = new NodeName("n9");
    StepPlan plan =
        new StepPlan(
                "solve",
                List.of(Samples.NODE, other),
                List.of(1, 2),
                List.of("solve"),
                Map.of(),
                "/tmp",
                StreamFiles.batchDefault(),
                null)
            .in(Distribution.parse("arbitrary").at(List.of(other, Samples.NODE, other)));
    return new JobEvent.StepCreated(Samples.JOB, 1, 3, plan, Samples.AT);
  }
}
