package io.pliant.core.launch;

import static io.pliant.core.launch.Launches.allocation;
import static io.pliant.core.launch.Launches.launch;
import static io.pliant.core.launch.Launches.request;
import static io.pliant.core.launch.Launches.script;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.step.StepComponents;
import io.pliant.core.step.StepPart;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepRequest;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Steps over a pack of three components: one task, three on two nodes, and one on each of two. */
class PackStepsTest {
  private static final Allocation HELD = allocation(1, 2, 1, 1, 1);
  private static final ResourceRequest ASKED =
      new ResourceRequest(1, 1, 1, 1, 0, false)
          .with(
              new Components(
                  List.of(
                      new ResourceRequest(1, 3, 3, 1, 0, false)
                          .withKindsPerTask(Kinds.of("gpu", 1)),
                      new ResourceRequest(2, 2, 2, 1, 0, false))));
  private static final JobSpec SPEC = script(ASKED);

  @Test
  void shouldRunOverAllComponentsUnlessTheStepNamesSome() {
    assertThat(layout(null, 0, 0)).isEqualTo("n1:1 n2:2 n3:1 n4:1 n5:1");
    assertThat(layout("0,2", 0, 0)).isEqualTo("n1:1 n4:1 n5:1");
    assertThat(layout("2,0-1", 0, 0)).isEqualTo("n1:1 n2:2 n3:1 n4:1 n5:1");
    assertThat(layout("1", 0, 0)).isEqualTo("n2:2 n3:1");
  }

  @Test
  void shouldCountTasksAndNodesForEachComponentAsSlurmDoes() {
    assertThat(layout("0-2", 0, 1)).isEqualTo("n1:1 n2:1 n4:1");
    assertThat(layout("1-2", 2, 2)).isEqualTo("n2:1 n3:1 n4:1 n5:1");
    assertThat(layout("1", 0, 2)).isEqualTo("n2:1 n3:1");
  }

  @Test
  void shouldAskEachComponentForItsOwn() {
    StepComponents own =
        new StepComponents(
            List.of(0, 1, 2),
            List.of(new StepPart(0, 1, 1), new StepPart(1, 2, 1), new StepPart(0, 2, 1)));

    StepPlan plan =
        ((StepPlanning.Planned) StepPlanner.forRequest(asked(own, 7, 7), SPEC, HELD, List.of()))
            .plan();

    assertThat(layout(plan)).isEqualTo("n1:1 n2:2 n4:1 n5:1");
  }

  @Test
  void shouldRefuseWhatIsNotThere() {
    assertThat(refusal("3", 0))
        .isEqualTo(
            "Expected components of the job pack, whose last one is 2, but got --het-group=3.");
    assertThat(refusal("0-2", 2)).startsWith("Component 0: Expected room for 2 tasks");
    JobSpec plain = script(new ResourceRequest(1, 1, 1, 1, 0, false));
    StepPlanning planning =
        StepPlanner.forRequest(asked("1", 0, 0), plain, allocation(1), List.of());
    assertThat(((StepPlanning.Refused) planning).reason()).contains("the job has no components");
  }

  @Test
  void shouldTellTasksOfTheirComponentsAndOfAll() {
    // when
    StepPlan plan = planned("0,2", 0, 0);
    Map<String, String> step = launch(HELD, SPEC, 1, plan, 0).environment();
    StepPlan script = StepPlanner.batch(SPEC, HELD);
    Map<String, String> batch = launch(HELD, SPEC, -1, script, 0).environment();

    // then
    assertThat(batch)
        .containsEntry("SLURM_HET_SIZE", "3")
        .containsEntry("SLURM_PACK_SIZE", "3")
        .containsEntry("SLURM_JOB_NODELIST", "n1")
        .containsEntry("SLURM_JOB_NUM_NODES", "1")
        .containsEntry("SLURM_NTASKS", "1")
        .containsEntry("SLURM_JOB_ID_HET_GROUP_2", "42")
        .containsEntry("SLURM_JOB_NODELIST_HET_GROUP_1", "n[2-3]")
        .containsEntry("SLURM_TASKS_PER_NODE_HET_GROUP_1", "2,1")
        .containsEntry("SLURM_TASKS_PER_NODE_PACK_GROUP_2", "1(x2)")
        .containsEntry("SLURM_NTASKS_HET_GROUP_1", "3")
        .containsEntry("SLURM_JOB_CPUS_PER_NODE_HET_GROUP_1", "2,1");
    assertThat(step)
        .containsEntry("SLURM_JOB_NODELIST", "n[1,4-5]")
        .containsEntry("SLURM_NTASKS", "3")
        .containsEntry("SLURM_STEP_NODELIST", "n[1,4-5]")
        .containsEntry("SLURM_NTASKS_HET_GROUP_1", "3");
  }

  @Test
  void shouldGiveTasksTheDevicesOfTheirComponent() {
    StepPlan plan = planned(null, 0, 0);

    assertThat(launch(HELD, SPEC, 1, plan, 0).kindsPerTask()).isNull();
    assertThat(launch(HELD, SPEC, 1, plan, 1).kindsPerTask()).isEqualTo(Kinds.of("gpu", 1));
  }

  private static String layout(@Nullable String components, int nodes, int tasks) {
    return layout(planned(components, nodes, tasks));
  }

  private static String layout(StepPlan plan) {
    return String.join(
        " ",
        IntStream.range(0, plan.nodes().size())
            .mapToObj(i -> plan.nodes().get(i) + ":" + plan.tasksPerNode().get(i))
            .toList());
  }

  private static StepPlan planned(@Nullable String components, int nodes, int tasks) {
    StepPlanning planning =
        StepPlanner.forRequest(asked(components, nodes, tasks), SPEC, HELD, List.of());
    assertThat(planning).isInstanceOf(StepPlanning.Planned.class);
    return ((StepPlanning.Planned) planning).plan();
  }

  private static String refusal(String components, int tasks) {
    StepPlanning planning =
        StepPlanner.forRequest(asked(components, 0, tasks), SPEC, HELD, List.of());
    assertThat(planning).isInstanceOf(StepPlanning.Refused.class);
    return ((StepPlanning.Refused) planning).reason();
  }

  private static StepRequest asked(@Nullable String components, int nodes, int tasks) {
    return asked(components == null ? null : StepComponents.parse(components), nodes, tasks);
  }

  private static StepRequest asked(@Nullable StepComponents components, int nodes, int tasks) {
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
        null,
        components);
  }
}
