package io.pliant.core.faults;

import io.pliant.core.dependency.Dependency;
import io.pliant.core.dependency.DependencyType;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Small random jobs, some impossible. */
final class RandomSpecs {
  private static final ResourceRequest SECOND = new ResourceRequest(1, 2, 2, 1, 100, false);

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

  /** One that may wait for some of the jobs that were taken before. */
  static JobSpec spec(Random random, PartitionName partition, List<JobId> taken) {
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
            .withMemoryPerCpu(memory < 2 ? null : new MemoryPerCpu(50))
            .with(random.nextInt(6) == 0 ? new Components(List.of(SECOND)) : null);
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
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        !taken.isEmpty() && random.nextInt(3) == 0 ? dependency(random, taken) : null);
  }

  private static Dependency dependency(Random random, List<JobId> taken) {
    List<Dependency.Term> terms = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(2); i++) {
      DependencyType type = DependencyType.values()[random.nextInt(4)];
      JobId earlier = taken.get(random.nextInt(taken.size()));
      terms.add(new Dependency.Term(type, earlier, null, 0));
    }
    return new Dependency(terms, random.nextBoolean(), random.nextInt(4) == 0, true);
  }
}
