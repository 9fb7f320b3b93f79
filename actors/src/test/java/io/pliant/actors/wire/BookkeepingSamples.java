package io.pliant.actors.wire;

import io.pliant.core.job.JobEvent;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import java.util.List;
import java.util.Map;

/** Samples of jobs that are counted under names, and of memory for each cpu. */
final class BookkeepingSamples {
  private BookkeepingSamples() {}

  static JobEvent submitted() {
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
            new Bookkeeping("chemistry", "high", null),
            null),
        Samples.AT);
  }
}
