package io.pliant.core.launch;

import static io.pliant.core.launch.Launches.request;
import static io.pliant.core.launch.Launches.resources;
import static io.pliant.core.launch.Launches.script;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class StepPlannerPropertiesTest {
  @Property
  void shouldPlaceEveryTaskWithinTheSlices(
      @ForAll("allocations") Allocation held,
      @ForAll @IntRange(max = 8) int nodes,
      @ForAll @IntRange(max = 30) int tasks,
      @ForAll @IntRange(min = 1, max = 4) int cpus) {
    StepRequest request = request(nodes, tasks, cpus);

    switch (StepPlanner.forRequest(request, script(resources(held)), held)) {
      case StepPlanning.Planned(StepPlan plan) -> checkFits(plan, request, held);
      case StepPlanning.Refused(String reason) -> checkNoRoom(reason, request, held);
      case StepPlanning.Busy(String reason) ->
          throw new AssertionError("a step that shares all waits for none: " + reason);
    }
  }

  private static void checkFits(StepPlan plan, StepRequest request, Allocation held) {
    Map<NodeName, Integer> cpus =
        held.slices().stream().collect(Collectors.toMap(Slice::node, Slice::cpus));
    assertThat(plan.nodes()).doesNotHaveDuplicates().isSubsetOf(held.nodes());
    assertThat(plan.nodes())
        .isSortedAccordingTo(
            (a, b) -> Integer.compare(held.nodes().indexOf(a), held.nodes().indexOf(b)));
    for (int i = 0; i < plan.nodes().size(); i++) {
      int count = plan.tasksPerNode().get(i);
      assertThat(count).isPositive();
      assertThat(count * request.cpusPerTask())
          .isLessThanOrEqualTo(cpus.getOrDefault(plan.nodes().get(i), 0));
    }
    if (request.tasks() > 0) {
      assertThat(plan.totalTasks()).isEqualTo(request.tasks());
    }
    if (request.nodes() > 0) {
      assertThat(plan.nodes().size()).isLessThanOrEqualTo(request.nodes());
    }
  }

  private static void checkNoRoom(String reason, StepRequest request, Allocation held) {
    assertThat(reason).startsWith("Expected");
    boolean anywhere = request.nodes() == 0 && request.tasks() >= held.slices().size();
    int room = held.slices().stream().mapToInt(s -> s.cpus() / request.cpusPerTask()).sum();
    if (anywhere) {
      assertThat(room).isLessThan(request.tasks());
    }
  }

  @Property
  void shouldNumberRanksWithoutGaps(@ForAll("allocations") Allocation held) {
    // given
    StepPlanning planning = StepPlanner.forRequest(request(0, 0, 1), script(resources(held)), held);
    StepPlan plan = ((StepPlanning.Planned) planning).plan();

    // when
    List<String> ranks = new ArrayList<>();
    for (int node = 0; node < plan.nodes().size(); node++) {
      StepLaunch launch = Launches.launch(held, script(resources(held)), 0, plan, node);
      for (int local = 0; local < launch.taskCount(); local++) {
        ranks.add(TaskEnvironment.forRank(launch, local).getOrDefault("SLURM_PROCID", ""));
      }
    }

    // then
    List<String> expected = new ArrayList<>();
    for (int rank = 0; rank < held.tasks(); rank++) {
      expected.add(Integer.toString(rank));
    }
    assertThat(ranks).isEqualTo(expected);
  }

  @Provide
  Arbitrary<Allocation> allocations() {
    Arbitrary<Integer> tasks = Arbitraries.integers().between(1, 5);
    Arbitrary<Integer> spare = Arbitraries.integers().between(0, 3);
    return Combinators.combine(tasks, spare)
        .as((t, s) -> List.of(t, s))
        .list()
        .ofMinSize(1)
        .ofMaxSize(6)
        .map(StepPlannerPropertiesTest::allocation);
  }

  private static Allocation allocation(List<List<Integer>> nodes) {
    List<Slice> slices = new ArrayList<>();
    for (List<Integer> node : nodes) {
      int tasks = node.getFirst();
      NodeName name = new NodeName("n" + (slices.size() + 1));
      slices.add(new Slice(name, tasks + node.getLast(), 0, tasks));
    }
    return new Allocation(slices);
  }
}
