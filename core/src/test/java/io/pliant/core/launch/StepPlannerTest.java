package io.pliant.core.launch;

import static io.pliant.core.launch.Launches.allocation;
import static io.pliant.core.launch.Launches.request;
import static io.pliant.core.launch.Launches.resources;
import static io.pliant.core.launch.Launches.script;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Layout;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.step.StepPlan;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Layouts are those that Slurm 22.05 was seen to give, but for the ones its own test names. */
class StepPlannerTest {
  @Test
  void shouldRunTheScriptOnTheLeader() {
    Allocation held = allocation(2, 2);

    StepPlan plan = StepPlanner.batch(script(resources(held)), held);

    assertThat(plan.nodes()).containsExactly(held.leader());
    assertThat(plan.tasksPerNode()).containsExactly(1);
    assertThat(plan.command()).isEmpty();
    assertThat(plan.workingDirectory()).isEqualTo("/work/100%");
  }

  @Test
  void shouldRunACommandOnAllNodes() {
    Allocation held = allocation(3, 1);
    Payload.ParallelCommand payload =
        new Payload.ParallelCommand(List.of("/bin/hostname", "-s"), null);

    JobSpec spec = Launches.spec(payload, resources(held));
    StepPlan plan = StepPlanner.parallel(spec, payload, held);

    assertThat(plan.name()).isEqualTo("hostname");
    assertThat(layout(plan)).isEqualTo("n1:3 n2:1");
    assertThat(plan.command()).isEmpty();
    assertThat(Launches.launch(held, spec, 0, plan, 1).command())
        .containsExactly("/bin/hostname", "-s");
  }

  @ParameterizedTest
  @CsvSource({
    // job's tasks on each node | -N | -n | -c | layout
    "1 1 1, 0, 0, 1, n1:1 n2:1 n3:1",
    "1 1 1, 1, 0, 1, n1:1",
    "1 1 1, 2, 0, 1, n1:1 n2:1",
    "1 1 1, 0, 2, 1, n1:1 n2:1",
    "1 1 1, 3, 2, 1, n1:1 n2:1",
    "4 1 1, 0, 0, 1, n1:4 n2:1 n3:1",
    "4 1 1, 0, 3, 1, n1:1 n2:1 n3:1",
    "4 1 1, 0, 5, 1, n1:3 n2:1 n3:1",
    "4 1 1, 1, 2, 1, n1:2",
    "4 1, 0, 3, 1, n1:2 n2:1",
    "4 1, 3, 2, 1, n1:1 n2:1",
    "4 1, 2, 0, 1, n1:4 n2:1",
    "2 4, 1, 4, 1, n2:4",
    "1 4, 0, 1, 2, n2:1",
    "4 4, 0, 0, 1, n1:4 n2:4",
    "4 4, 1, 4, 1, n1:4",
    "4 4, 0, 4, 2, n1:2 n2:2"
  })
  void shouldLayTasksOut(String job, int nodes, int tasks, int cpus, String layout) {
    assertThat(answer(job, nodes, tasks, cpus)).isEqualTo(layout);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 1 1 | 4 | 0  | 1 | Expected a step on at most 3 nodes, which is all that the job has,"
            + " but got one for 4.",
        "1 1 1 | 0 | 5  | 1 | Expected room for 5 tasks of 1 cpus each, but the job has 3 cpus on 3"
            + " nodes, room for 3 such tasks in all. Ask for fewer tasks or cpus, or for a larger"
            + " job.",
        "4 1 1 | 1 | 0  | 1 | Expected room for the job's tasks of 1 cpus each on 1 nodes, but the"
            + " job has 6 cpus on 3 nodes, room for 6 such tasks in all. Ask for fewer tasks or"
            + " cpus, or for a larger job.",
        "1 1 1 | 0 | 0  | 2 | Expected room for the job's tasks of 2 cpus each, but the job has 3"
            + " cpus on 3 nodes, room for 0 such tasks in all. Ask for fewer tasks or cpus, or for"
            + " a larger job.",
        "4 4   | 1 | 5  | 1 | Expected room for 5 tasks of 1 cpus each on 1 nodes, but the job has"
            + " 8 cpus on 2 nodes, room for 8 such tasks in all. Ask for fewer tasks or cpus, or"
            + " for a larger job."
      })
  void shouldRefuseWithTheNumbers(String job, int nodes, int tasks, int cpus, String reason) {
    assertThat(answer(job, nodes, tasks, cpus)).isEqualTo(reason);
  }

  @Test
  void shouldTakeTheLeastBusyNodesWhenStepsRun() {
    // given
    Allocation held = allocation(2, 2, 2);
    JobSpec spec = script(resources(held));
    StepPlan first = planned(StepPlanner.forRequest(request(1, 1, 1), spec, held));

    // when
    StepPlan second = planned(StepPlanner.forRequest(request(1, 1, 1), spec, held, List.of(first)));
    StepPlan third = planned(StepPlanner.forRequest(request(2, 2, 1), spec, held, List.of(first)));

    // then
    assertThat(layout(first)).isEqualTo("n1:1");
    assertThat(layout(second)).isEqualTo("n2:1");
    assertThat(layout(third)).isEqualTo("n2:1 n3:1");
  }

  @Test
  void shouldKeepWhatTheCallerGave() {
    Allocation held = allocation(1);

    StepPlan plan =
        planned(StepPlanner.forRequest(request(0, 0, 1), script(resources(held)), held));

    assertThat(plan.name()).isEqualTo("hostname");
    assertThat(plan.environment()).containsEntry("BAR", "2");
    assertThat(plan.workingDirectory()).isEqualTo("/tmp");
  }

  @ParameterizedTest
  @ValueSource(ints = {1025, 2_000_000_000, Integer.MAX_VALUE})
  void shouldRefuseMoreTasksThanMayShareItsNodes(int tasks) {
    Allocation held = allocation(1, 1);
    JobSpec spec = script(resources(held).laidOut(new Layout(null, true)));

    StepPlanning planning = StepPlanner.forRequest(request(0, tasks, 1), spec, held);

    assertThat(planning)
        .isInstanceOfSatisfying(
            StepPlanning.Refused.class,
            refused ->
                assertThat(refused.reason())
                    .contains(tasks + " tasks", "At most 512 tasks share the cpus of a node."));
    assertThat(layout(planned(StepPlanner.forRequest(request(0, 1024, 1), spec, held))))
        .isEqualTo("n1:512 n2:512");
  }

  private static String answer(String job, int nodes, int tasks, int cpus) {
    int[] counts = Arrays.stream(job.strip().split(" ")).mapToInt(Integer::parseInt).toArray();
    Allocation held = allocation(counts);
    return switch (StepPlanner.forRequest(
        request(nodes, tasks, cpus), script(resources(held)), held)) {
      case StepPlanning.Planned(StepPlan plan) -> layout(plan);
      case StepPlanning.Refused(String reason) -> reason;
      case StepPlanning.Busy(String reason) -> throw new AssertionError(reason);
    };
  }

  private static StepPlan planned(StepPlanning planning) {
    assertThat(planning).isInstanceOf(StepPlanning.Planned.class);
    return ((StepPlanning.Planned) planning).plan();
  }

  private static String layout(StepPlan plan) {
    StringBuilder layout = new StringBuilder();
    for (int i = 0; i < plan.nodes().size(); i++) {
      layout.append(plan.nodes().get(i)).append(':').append(plan.tasksPerNode().get(i)).append(' ');
    }
    return layout.toString().strip();
  }
}
