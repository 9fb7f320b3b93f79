package io.pliant.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Distribution;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.step.StepPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What is so of the ranks of every step, however its tasks are distributed. */
class LayoutPropertiesTest {
  @Property
  void shouldGiveEachRankToOneTask(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 7) Integer> counts,
      @ForAll @IntRange(max = 8) int plane) {
    StepPlan plan = plan(counts, new Distribution("plane", plane, null));

    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < counts.size(); i++) {
      assertThat(plan.ranks(i)).hasSize(counts.get(i)).isSorted();
      all.addAll(plan.ranks(i));
    }
    assertThat(all)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, plan.totalTasks()).boxed().toList());
  }

  /** Dealt with the hand: a row to each node that lacks tasks, in turn. */
  @Property
  void shouldDealRowsOutInTurn(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 7) Integer> counts,
      @ForAll @IntRange(min = 1, max = 8) int row) {
    List<Integer> left = new ArrayList<>(counts);
    List<List<Integer>> ranks = new ArrayList<>();
    counts.forEach(_ -> ranks.add(new ArrayList<>()));
    int rank = 0;
    while (left.stream().anyMatch(count -> count > 0)) {
      for (int node = 0; node < left.size(); node++) {
        for (int task = 0; task < row && left.get(node) > 0; task++) {
          ranks.get(node).add(rank++);
          left.set(node, left.get(node) - 1);
        }
      }
    }

    StepPlan plan = plan(counts, new Distribution("plane", row, null));

    for (int i = 0; i < counts.size(); i++) {
      assertThat(plan.ranks(i)).isEqualTo(ranks.get(i));
      assertThat(plan.firstRank(i)).isEqualTo(ranks.get(i).getFirst());
    }
  }

  @Property
  void shouldPutEachTaskOnTheNodeOfTheList(
      @ForAll @Size(min = 1, max = 20) List<@IntRange(min = 1, max = 5) Integer> list) {
    List<NodeName> places = list.stream().map(LayoutPropertiesTest::node).toList();
    Distribution distribution = Distribution.parse("arbitrary").at(places);
    Map<NodeName, Integer> counts = distribution.counts();
    StepPlan plan = plan(List.copyOf(counts.keySet()), List.copyOf(counts.values()), distribution);

    for (int i = 0; i < plan.nodes().size(); i++) {
      assertThat(plan.ranks(i)).hasSize(plan.tasksPerNode().get(i));
      for (int rank : plan.ranks(i)) {
        assertThat(places.get(rank)).isEqualTo(plan.nodes().get(i));
      }
    }
    assertThat(plan.totalTasks()).isEqualTo(places.size());
  }

  private static StepPlan plan(List<Integer> counts, Distribution distribution) {
    List<NodeName> nodes =
        IntStream.rangeClosed(1, counts.size()).mapToObj(LayoutPropertiesTest::node).toList();
    return plan(nodes, counts, distribution);
  }

  private static StepPlan plan(
      List<NodeName> nodes, List<Integer> counts, Distribution distribution) {
    return new StepPlan(
            "x",
            nodes,
            counts,
            List.of("x"),
            Map.of(),
            "/",
            new StreamFiles("out", null, null, false),
            null)
        .in(distribution);
  }

  private static NodeName node(int number) {
    return new NodeName("n" + number);
  }
}
