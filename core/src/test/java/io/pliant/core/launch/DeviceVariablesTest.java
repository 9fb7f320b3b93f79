package io.pliant.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What programs are told of the GPUs that their job holds. */
class DeviceVariablesTest {
  private static final Kinds TWO = Kinds.parse("gpu=2/1/3,gpu:a100=2/1/3");
  private static final Allocation HELD =
      new Allocation(
          List.of(
              new Slice(new NodeName("n1"), 2, 0, 2, TWO),
              new Slice(new NodeName("n2"), 2, 0, 2, null)));

  private final JobSpec shared = Launches.script(Launches.resources(HELD));
  private final JobSpec split =
      Launches.script(
          new ResourceRequest(2, 2, 4, 1, 0, false).withKindsPerTask(Kinds.parse("gpu=1")));

  @Test
  void shouldTellTheScriptAllGpusOfItsNode() {
    Map<String, String> variables = task(shared, StepId.BATCH, 0, 0);

    assertThat(variables)
        .containsEntry("CUDA_VISIBLE_DEVICES", "1,3")
        .containsEntry("ROCR_VISIBLE_DEVICES", "1,3")
        .containsEntry("GPU_DEVICE_ORDINAL", "1,3")
        .containsEntry("SLURM_JOB_GPUS", "1,3")
        .containsEntry("SLURM_GPUS_ON_NODE", "2")
        .doesNotContainKey("SLURM_STEP_GPUS");
    assertThat(task(split, StepId.BATCH, 0, 0)).containsEntry("CUDA_VISIBLE_DEVICES", "1,3");
  }

  @Test
  void shouldTellTasksNothingOfGpusThatTheirNodeHasNot() {
    assertThat(task(shared, 0, 1, 0))
        .doesNotContainKeys("CUDA_VISIBLE_DEVICES", "SLURM_JOB_GPUS", "SLURM_GPUS_ON_NODE");
  }

  @Test
  void shouldLetTasksShareWhatTheJobAskedForByNode() {
    assertThat(task(shared, 0, 0, 1))
        .containsEntry("CUDA_VISIBLE_DEVICES", "1,3")
        .containsEntry("SLURM_STEP_GPUS", "1,3");
  }

  @Test
  void shouldGiveEachTaskItsOwnWhenTheJobAskedForThemByTask() {
    assertThat(task(split, 0, 0, 0)).containsEntry("CUDA_VISIBLE_DEVICES", "1");
    assertThat(task(split, 0, 0, 1))
        .containsEntry("CUDA_VISIBLE_DEVICES", "3")
        .containsEntry("ROCR_VISIBLE_DEVICES", "3")
        .containsEntry("SLURM_JOB_GPUS", "1,3");
  }

  private static Map<String, String> task(JobSpec spec, int step, int node, int local) {
    StepId id = new StepId(Launches.JOB, 1, step);
    StepLaunch launch =
        id.isBatch()
            ? StepLaunches.of(
                Launches.JOB, spec, id, HELD, StepPlanner.batch(spec, HELD), node, Launches.TERMS)
            : Launches.launch(
                HELD,
                spec,
                step,
                ((StepPlanning.Planned)
                        StepPlanner.forRequest(Launches.request(2, 4, 1), spec, HELD))
                    .plan(),
                node);
    return TaskEnvironment.forRank(launch, local);
  }
}
