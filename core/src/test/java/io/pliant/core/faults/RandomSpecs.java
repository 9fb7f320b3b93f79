package io.pliant.core.faults;

import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Small random jobs, some impossible. */
final class RandomSpecs {
  private RandomSpecs() {}

  /** One task on any node; not to be repeated once it ran. */
  static JobSpec small(PartitionName partition) {
    return new JobSpec(
        "job",
        FaultyCluster.USER,
        partition,
        ResourceRequest.single(),
        Duration.ofSeconds(100),
        new Payload.BatchScript("#!/bin/sh\n", List.of()),
        StreamFiles.batchDefault(),
        "/tmp",
        Map.of(),
        false,
        false,
        null,
        "",
        null);
  }

  static JobSpec spec(Random random, PartitionName partition) {
    int nodes = 1 + random.nextInt(3);
    int tasks = nodes + random.nextInt(4);
    int memory = random.nextInt(3);
    ResourceRequest resources =
        new ResourceRequest(
                nodes,
                nodes + random.nextInt(2),
                tasks,
                1,
                memory < 2 ? memory * 200 : 0,
                random.nextInt(3) == 0)
            .withMemoryPerCpu(memory < 2 ? null : new MemoryPerCpu(50));
    Payload payload =
        random.nextBoolean()
            ? new Payload.BatchScript("#!/bin/sh\n", List.of())
            : new Payload.ParallelCommand(List.of("true"), null);
    return new JobSpec(
        "job",
        FaultyCluster.USER,
        partition,
        resources,
        Duration.ofSeconds(1 + random.nextInt(100)),
        payload,
        StreamFiles.batchDefault(),
        "/tmp",
        Map.of(),
        random.nextBoolean(),
        false,
        null,
        "",
        null);
  }
}
