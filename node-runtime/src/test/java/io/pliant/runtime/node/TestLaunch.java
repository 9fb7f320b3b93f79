package io.pliant.runtime.node;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.resource.Resources;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import java.util.List;
import java.util.Map;

/** Launch orders that no agent carries out. */
public final class TestLaunch {
  private TestLaunch() {}

  /** What a job starts on node n1 with this slice. */
  public static StepLaunch of(long job, Resources slice) {
    return of(StepId.batch(new JobId(job), 1), 1, slice);
  }

  /** A step with so many tasks on node n1. */
  public static StepLaunch step(StepId step, int tasks) {
    return of(step, tasks, Resources.NONE);
  }

  private static StepLaunch of(StepId step, int tasks, Resources slice) {
    return new StepLaunch(
        step,
        "test",
        new NodeName("n1"),
        new PartitionName("main"),
        1,
        new Submitter("alice", 1000, 1000),
        null,
        List.of("true"),
        0,
        tasks,
        tasks,
        0,
        Map.of(),
        "/tmp",
        new StreamFiles("out", null, null, false),
        null,
        null,
        1,
        slice.cpus(),
        slice.memoryMb(),
        null,
        null,
        slice.kinds(),
        null,
        null,
        null,
        null,
        null);
  }
}
