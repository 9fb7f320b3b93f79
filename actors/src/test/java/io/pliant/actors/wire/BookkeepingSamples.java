package io.pliant.actors.wire;

import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Samples of jobs that are counted under names, and of memory for each cpu. */
final class BookkeepingSamples {
  private BookkeepingSamples() {}

  static JobEvent submitted() {
    return submitted(new Bookkeeping("chemistry", "high", null));
  }

  /** By an operator who put it before others. */
  static JobEvent urgent() {
    return submitted(new Bookkeeping("chemistry", null, "w", -100, 4_000_000_000L));
  }

  static PartitionEvent enqueued() {
    QueuedJob job =
        new QueuedJob(
                Samples.JOB,
                1,
                "pi",
                "ada",
                new ResourceRequest(1, 1, 1, 2, 0, false),
                Duration.ofHours(1),
                false,
                null,
                Samples.AT,
                null)
            .with(new Bookkeeping("chemistry", "high", null, 100, 5L));
    return new PartitionEvent.JobEnqueued(job, 3, Samples.AT, null);
  }

  private static JobEvent submitted(Bookkeeping names) {
    return new JobEvent.JobSubmitted(
        Samples.JOB,
        new JobSpec(
            "pi",
            Samples.USER,
            Samples.PARTITION,
            new ResourceRequest(1, 4, 4, 2, 0, false).withMemoryPerCpu(new MemoryPerCpu(1500)),
            null,
            new Payload.ParallelCommand(List.of("pi"), null),
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
            names,
            null,
            null,
            null,
            null,
            null,
            null),
        Samples.AT);
  }
}
