package io.pliant.actors.wire;

import io.pliant.core.id.NodeName;
import io.pliant.core.job.JobEvent;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.EarlyWarning;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.step.StepHolding;
import io.pliant.core.step.StepPlan;
import java.util.List;
import java.util.Map;

/**
 * Samples of jobs that ask for devices by task and choose their nodes, and of steps that have some
 * for themselves.
 */
final class DeviceSamples {
  private DeviceSamples() {}

  static JobEvent submitted() {
    return new JobEvent.JobSubmitted(
        Samples.JOB,
        new JobSpec(
            "train",
            Samples.USER,
            Samples.PARTITION,
            new ResourceRequest(1, 4, 4, 2, 0, false)
                .withKindsPerTask(Kinds.parse("gpu=1,gpu:a100=1"))
                .on(new NodeChoice(List.of(Samples.NODE), List.of(new NodeName("n9")), "ib&a")),
            null,
            new Payload.ParallelCommand(List.of("train"), null),
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
            new EarlyWarning(12, 90, true),
            null,
            null,
            null,
            null,
            null),
        Samples.AT);
  }

  static JobEvent stepCreated() {
    Slice own = new Slice(Samples.NODE, 1, 0, 1, Kinds.parse("gpu=1/3,gpu:a100=1/3"));
    return new JobEvent.StepCreated(
        Samples.JOB,
        1,
        2,
        new StepPlan(
                "train",
                List.of(Samples.NODE),
                List.of(1),
                List.of("train"),
                Map.of(),
                "/tmp",
                StreamFiles.batchDefault(),
                null)
            .with(new StepHolding(List.of(own), Kinds.parse("gpu=1"))),
        Samples.AT);
  }
}
