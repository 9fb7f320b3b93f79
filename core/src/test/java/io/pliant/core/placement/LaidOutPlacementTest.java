package io.pliant.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.NodeView;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three nodes of four cpus. The sizes with overcommit are those that Slurm 22.05.8 gave. */
class LaidOutPlacementTest {
  private static final Layout OVERCOMMIT = new Layout(null, true);

  @Test
  void shouldFillNodesWhereItIsToPack() {
    ResourceRequest request = new ResourceRequest(3, 3, 7, 1, 0, false);

    assertThat(placed(request)).containsExactly("n1 3/3", "n2 2/2", "n3 2/2");
    assertThat(placed(request.laidOut(new Layout(Distribution.parse("block,Pack"), false))))
        .containsExactly("n1 4/4", "n2 2/2", "n3 1/1");
  }

  @Test
  void shouldPutTasksWhereTheListSays() {
    List<NodeName> places = names("n3", "n1", "n3", "n3");
    ResourceRequest request =
        new ResourceRequest(2, 2, 4, 1, 0, false)
            .on(new NodeChoice(places, null, null).withLeastCpus(3))
            .laidOut(new Layout(Distribution.parse("arbitrary").at(places), false));

    assertThat(placed(request)).containsExactly("n1 3/1", "n3 3/3");
  }

  @Test
  void shouldTakeTheCpusOfOneTaskOfEachNodeWithOvercommit() {
    assertThat(overcommitted(1, 8, 1)).containsExactly("n1 1/8");
    assertThat(overcommitted(2, 20, 1)).containsExactly("n1 1/10", "n2 1/10");
    assertThat(overcommitted(1, 4, 2)).containsExactly("n1 2/4");
    assertThat(overcommitted(1, 6, 2)).containsExactly("n1 2/6");
    assertThat(placed(new ResourceRequest(1, 1, 8, 1, 0, true).laidOut(OVERCOMMIT)))
        .containsExactly("n1 4/8");
    assertThat(refusal(new ResourceRequest(1, 1, 8, 1, 0, false))).contains("8 tasks of 1 cpu");
    assertThat(refusal(new ResourceRequest(1, 1, 8, 5, 0, false).laidOut(OVERCOMMIT)))
        .contains("asks for 5 cpus for each task");
  }

  @Test
  void shouldCountMemoryByTheCpusThatItTakes() {
    ResourceRequest request =
        new ResourceRequest(1, 1, 8, 2, 0, false)
            .withMemoryPerCpu(new MemoryPerCpu(100))
            .laidOut(OVERCOMMIT);
    Slice slice = Objects.requireNonNull(Placement.place(request, free())).slices().getFirst();

    assertThat(slice.memoryMb()).isEqualTo(200);
    assertThat(request.leastCpus()).isEqualTo(2);
  }

  @Property
  void shouldPlaceAllTasksWithOvercommit(
      @ForAll @IntRange(min = 1, max = 3) int nodes,
      @ForAll @IntRange(min = 3, max = 3 * Layout.MOST_SHARING) int tasks,
      @ForAll @IntRange(min = 1, max = 4) int cpus) {
    ResourceRequest request =
        new ResourceRequest(nodes, 3, tasks, cpus, 0, false).laidOut(OVERCOMMIT);

    List<Slice> slices = Objects.requireNonNull(Placement.place(request, free())).slices();

    assertThat(slices).hasSize(Math.max(nodes, Math.ceilDiv(tasks, Layout.MOST_SHARING)));
    assertThat(slices).allMatch(slice -> slice.cpus() == cpus && slice.tasks() > 0);
    assertThat(slices.stream().mapToInt(Slice::tasks).sum()).isEqualTo(tasks);
  }

  @ParameterizedTest
  @ValueSource(ints = {3 * Layout.MOST_SHARING + 1, 90_000, Integer.MAX_VALUE})
  void shouldNotPutMoreTasksOnANodeThanMayShareIt(int tasks) {
    ResourceRequest request = new ResourceRequest(1, 3, tasks, 1, 0, false).laidOut(OVERCOMMIT);

    assertThat(Placement.place(request, free())).isNull();
  }

  private static List<String> overcommitted(int nodes, int tasks, int cpus) {
    return placed(
        new ResourceRequest(nodes, Math.max(nodes, tasks), tasks, cpus, 0, false)
            .laidOut(OVERCOMMIT));
  }

  private static List<String> placed(ResourceRequest request) {
    return Objects.requireNonNull(Placement.place(request, free())).slices().stream()
        .map(slice -> "%s %d/%d".formatted(slice.node(), slice.cpus(), slice.tasks()))
        .toList();
  }

  private static String refusal(ResourceRequest request) {
    List<NodeCapacity> nodes = List.of(new NodeCapacity(4, 1_000));
    return String.valueOf(Feasibility.refuse(new PartitionName("main"), request, nodes));
  }

  private static FreeResources free() {
    return FreeResources.of(
        IntStream.rangeClosed(1, 3).mapToObj(LaidOutPlacementTest::node).toList());
  }

  private static NodeView node(int number) {
    NodeCapacity capacity = new NodeCapacity(4, 1_000);
    return new NodeView(new NodeName("n" + number), capacity, 4, 1_000, 0, true);
  }

  private static List<NodeName> names(String... names) {
    return Arrays.stream(names).map(NodeName::new).toList();
  }
}
