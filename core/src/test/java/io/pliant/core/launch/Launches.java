package io.pliant.core.launch;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Jobs, allocations and steps for tests. */
final class Launches {
  static final JobId JOB = new JobId(42);
  static final Instant START = Instant.ofEpochSecond(1_800_000_000);
  static final LaunchTerms TERMS =
      new LaunchTerms(
          new PartitionName("batch"),
          7,
          "demo",
          START.plusSeconds(600),
          5,
          START,
          Duration.ofSeconds(590));

  private Launches() {}

  static JobSpec spec(Payload payload, ResourceRequest resources) {
    return new JobSpec(
        "my job",
        new Submitter("alice", 1000, 100),
        new PartitionName("batch"),
        resources,
        null,
        payload,
        new StreamFiles("%x-%j_%N_%t.out", null, "in", false),
        "/work/100%",
        Map.of("FOO", "1", "SLURM_SUBMIT_DIR", "/home/alice"),
        true,
        false,
        null,
        "",
        null);
  }

  static JobSpec script(ResourceRequest resources) {
    return spec(new Payload.BatchScript("#!/bin/sh\n", List.of("a", "b")), resources);
  }

  /** Nodes n1, n2 ... of which each holds so many tasks of one cpu. */
  static Allocation allocation(int... tasks) {
    return allocation(1, tasks);
  }

  static Allocation allocation(int cpusPerTask, int[] tasks) {
    List<Slice> slices = new ArrayList<>();
    for (int i = 0; i < tasks.length; i++) {
      slices.add(new Slice(new NodeName("n" + (i + 1)), tasks[i] * cpusPerTask, 0, tasks[i]));
    }
    return new Allocation(slices);
  }

  static ResourceRequest resources(Allocation allocation) {
    int nodes = allocation.slices().size();
    return new ResourceRequest(nodes, nodes, allocation.tasks(), 1, 0, false);
  }

  static StepRequest request(int nodes, int tasks, int cpusPerTask) {
    return new StepRequest(
        "hostname",
        nodes,
        tasks,
        cpusPerTask,
        List.of("hostname"),
        Map.of("BAR", "2"),
        "/tmp",
        new StreamFiles("slurm-%j.out", null, null, false),
        null);
  }

  static StepRequest request(int nodes, int tasks, Layout layout) {
    StepRequest usual = request(nodes, tasks, 1);
    return new StepRequest(
        usual.name(),
        nodes,
        tasks,
        1,
        usual.command(),
        usual.environment(),
        usual.workingDirectory(),
        usual.files(),
        null,
        null,
        null,
        layout);
  }

  static StepLaunch launch(Allocation allocation, JobSpec spec, int step, StepPlan plan, int node) {
    StepId id = new StepId(JOB, 1, step);
    return StepLaunches.of(JOB, spec, id, allocation, plan, node, TERMS);
  }
}
