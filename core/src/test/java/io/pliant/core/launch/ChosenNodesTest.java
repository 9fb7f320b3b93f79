package io.pliant.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Steps on chosen nodes of a job of three nodes with a task each, as real Slurm 22.05 places them.
 */
class ChosenNodesTest {
  private static final Allocation JOB = Launches.allocation(1, 1, 1);

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // nodes, tasks, list, excluded, nodes of the step
        "0, 0, n2, -, 'n[1-3]'",
        "0, 1, n2, -, n2",
        "1, 1, n2, -, n2",
        "2, 2, 'n2,n1', -, 'n[1-2]'",
        "2, 2, n3, -, 'n[1,3]'",
        "2, 2, -, n2, 'n[1,3]'",
        "0, 2, -, n1, 'n[2-3]'",
        "1, 0, n3, -, n3"
      })
  void shouldPlaceAStepAsSlurmDoes(
      int nodes, int tasks, @Nullable String list, @Nullable String not, String expected) {
    StepPlanning planning = planning(nodes, tasks, list, not);

    assertThat(planning).isInstanceOf(StepPlanning.Planned.class);
    StepPlan plan = ((StepPlanning.Planned) planning).plan();
    assertThat(Hostlist.compress(plan.nodes())).isEqualTo(expected);
    assertThat(plan.tasksPerNode()).containsOnly(1);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "0, 0, -, n2, Say with -N how many",
        "1, 1, n9, -, 'Expected nodes of the job, which are n[1-3], but got n9'",
        "3, 3, -, n1, at most 2 nodes",
        "1, 3, n2, -, room for 3 tasks"
      })
  void shouldSayWhyItCannot(
      int nodes, int tasks, @Nullable String list, @Nullable String not, String expected) {
    StepPlanning planning = planning(nodes, tasks, list, not);

    assertThat(planning).isInstanceOf(StepPlanning.Refused.class);
    assertThat(((StepPlanning.Refused) planning).reason()).contains(expected);
  }

  @Test
  void shouldRefuseAConstraint() {
    StepRequest step = request(1, 1, new NodeChoice(null, null, "ib"));
    assertThat(ChosenNodes.of(step, JOB).refusal()).contains("constraint");
  }

  private static StepPlanning planning(
      int nodes, int tasks, @Nullable String list, @Nullable String not) {
    StepRequest step = request(nodes, tasks, new NodeChoice(names(list), names(not), null));
    return StepPlanner.forRequest(step, Launches.script(Launches.resources(JOB)), JOB);
  }

  private static StepRequest request(int nodes, int tasks, NodeChoice on) {
    StepRequest any = Launches.request(nodes, tasks, 1);
    return new StepRequest(
        any.name(),
        nodes,
        tasks,
        1,
        any.command(),
        any.environment(),
        any.workingDirectory(),
        any.files(),
        null,
        null,
        on,
        null);
  }

  private static @Nullable List<NodeName> names(@Nullable String list) {
    return list == null ? null : Hostlist.expand(list);
  }
}
