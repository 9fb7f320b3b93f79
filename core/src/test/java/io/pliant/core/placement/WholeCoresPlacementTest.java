package io.pliant.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.CoreRule;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.resource.Topology;
import io.pliant.core.resource.WholeCores;
import io.pliant.core.view.NodeView;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tasks on whole cores, beside Slurm 22.05.8 with {@code CR_Core} on nodes of 2 sockets of 4 cores
 * of 2 threads.
 */
class WholeCoresPlacementTest {
  private static final Topology TOPOLOGY = new Topology(2, 4, 2);

  /**
   * Columns: threads, tasks on a core, tasks on a socket; least and most nodes; tasks and cpus of
   * each; then tasks, cpus held and cpus told by node, or nothing where Slurm refuses.
   */
  @ParameterizedTest(name = "{0}: {1} nodes, {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 0 0 | 1 1 | 8 1  | 8:16:8
          1 0 0 | 1 1 | 9 1  |
          1 0 0 | 1 9 | 9 1  | 8:16:8 1:2:1
          1 0 0 | 1 3 | 3 1  | 3:6:3
          1 0 0 | 1 1 | 1 3  | 1:6:3
          1 0 0 | 2 2 | 2 1  | 1:2:1 1:2:1
          2 0 0 | 1 1 | 16 1 | 16:16:16
          0 1 0 | 1 4 | 4 1  | 4:8:8
          0 1 0 | 1 1 | 8 1  | 8:16:16
          0 1 0 | 1 1 | 9 1  |
          0 2 0 | 1 3 | 3 1  | 3:4:4
          0 1 0 | 1 4 | 4 2  | 4:8:8
          0 1 0 | 1 3 | 3 3  | 3:12:12
          0 4 0 | 1 1 | 20 1 |
          0 0 1 | 1 1 | 4 1  | 4:4:4
          0 0 1 | 1 1 | 8 1  |
          0 0 3 | 1 1 | 8 1  | 8:8:8
          0 0 3 | 1 1 | 9 1  |
          0 0 1 | 2 2 | 16 1 |
          0 0 1 | 1 9 | 16 1 | 4:4:4 4:4:4 4:4:4 4:4:4
          """)
  void shouldHoldCoresAsSlurmDoes(String rule, String nodes, String tasks, @Nullable String held) {
    int[] counts = numbers(nodes);
    int[] asked = numbers(tasks);
    ResourceRequest request =
        new ResourceRequest(counts[0], counts[1], asked[0], asked[1], 0, false)
            .laidOut(laidOut(rule));

    assertThat(placed(request, 4, TOPOLOGY)).isEqualTo(held);
    assertThat(refusal(request) == null).isEqualTo(held != null);
  }

  @Test
  void shouldBoundTasksOfASocketExactlyWhereTheirNumberOnEachNodeIsSaid() {
    assertThat(placed(perNode(4, "0 0 1"), 4, TOPOLOGY)).isNull();
    assertThat(placed(perNode(4, "0 0 2"), 4, TOPOLOGY)).isEqualTo("4:4:4");
    assertThat(placed(perNode(9, "0 1 0"), 4, TOPOLOGY)).isNull();
    assertThat(refusal(perNode(9, "0 1 0")))
        .endsWith(
            "hold 8. With --ntasks-per-core=1 a node may hold fewer tasks than its cpus do:"
                + " ask for fewer tasks or more nodes, or leave it out.");
  }

  @Test
  void shouldCountCpusOfANodeThatTellsNothingAsCores() {
    assertThat(placed(perNode(16, "1 1 2"), 1, null)).isEqualTo("16:16:16");
  }

  @Test
  void shouldGiveExclusiveJobsTheWholeNodeAndTellThemOfOneThreadOfEachCore() {
    ResourceRequest request = new ResourceRequest(1, 1, 2, 1, 0, true).laidOut(laidOut("1 0 0"));
    assertThat(placed(request, 1, TOPOLOGY)).isEqualTo("2:16:8");
  }

  @Test
  void shouldTakeMemoryForCpusThatTasksUseAndRoundLeastCpusUp() {
    ResourceRequest request =
        new ResourceRequest(1, 1, 3, 1, 0, false)
            .withMemoryPerCpu(new MemoryPerCpu(100))
            .laidOut(laidOut("1 0 0"));
    assertThat(slices(request, 1, TOPOLOGY).getFirst().memoryMb()).isEqualTo(300);
    ResourceRequest much = request.withMemoryPerCpu(new MemoryPerCpu(334));
    assertThat(placed(much, 1, TOPOLOGY)).isNull();
    assertThat(placed(request.laidOut(new Layout(null, true, new CoreRule(1, 0, 0))), 1, TOPOLOGY))
        .isEqualTo("3:2:1");
  }

  @Test
  void shouldSayOfWhichCoresASliceIs() {
    Slice slice = slices(perNode(2, "1 0 0"), 1, TOPOLOGY).getFirst();
    assertThat(slice.cores()).isEqualTo(new WholeCores(2, 1));
    assertThat(slice.toString()).endsWith("tasks=2, cores=1/2]");
  }

  @Property
  void shouldNeverTakeMoreThanANodeHasNorLessThanTheTasksNeed(
      @ForAll @IntRange(max = 4) int threads,
      @ForAll @IntRange(max = 4) int onCore,
      @ForAll @IntRange(max = 9) int onSocket,
      @ForAll @IntRange(min = 1, max = 40) int tasks,
      @ForAll @IntRange(min = 1, max = 9) int cpusPerTask,
      @ForAll @IntRange(max = 200) int memoryPerCpu,
      @ForAll @IntRange(max = 20) int leastCpus,
      @ForAll boolean overcommit,
      @ForAll @IntRange(min = 1, max = 4) int threadsThere) {
    CoreRule rule = new CoreRule(threads, onCore, onSocket);
    ResourceRequest request =
        new ResourceRequest(1, 9, tasks, cpusPerTask, 0, false)
            .withMemoryPerCpu(memoryPerCpu == 0 ? null : new MemoryPerCpu(memoryPerCpu))
            .on(NodeChoice.ANY.withLeastCpus(leastCpus))
            .laidOut(new Layout(null, overcommit, rule));
    Topology topology = new Topology(1, 16 / threadsThere, threadsThere);

    for (Slice slice : slices(request, 4, topology)) {
      WholeCores whole = request.coresOf(node(topology));
      assertThat(node(topology).resources().covers(slice.resources())).isTrue();
      assertThat(slice.resources()).isEqualTo(request.onNodeWith(slice.tasks(), whole));
      assertThat(slice.usableCpus())
          .isGreaterThanOrEqualTo((overcommit ? 1 : slice.tasks()) * cpusPerTask)
          .isGreaterThanOrEqualTo(leastCpus);
      assertThat(whole == null ? 0 : slice.cpus() % whole.threads()).isZero();
    }
  }

  private static ResourceRequest perNode(int tasks, String rule) {
    return new ResourceRequest(1, 1, tasks, 1, 0, false, tasks).laidOut(laidOut(rule));
  }

  private static Layout laidOut(String rule) {
    int[] parts = numbers(rule);
    return new Layout(null, false, new CoreRule(parts[0], parts[1], parts[2]));
  }

  private static @Nullable String placed(
      ResourceRequest request, int nodes, @Nullable Topology topology) {
    List<Slice> slices = slices(request, nodes, topology);
    return slices.isEmpty()
        ? null
        : slices.stream()
            .map(slice -> slice.tasks() + ":" + slice.cpus() + ":" + slice.usableCpus())
            .collect(Collectors.joining(" "));
  }

  private static List<Slice> slices(
      ResourceRequest request, int nodes, @Nullable Topology topology) {
    List<NodeView> views =
        IntStream.range(0, nodes)
            .mapToObj(i -> new NodeName("n" + i))
            .map(name -> NodeView.of(name, node(topology), node(topology).resources(), 0, true))
            .toList();
    Allocation allocation = Placement.place(request, FreeResources.of(views));
    return allocation == null ? List.of() : allocation.slices();
  }

  private static @Nullable String refusal(ResourceRequest request) {
    TreeMap<NodeName, NodeCapacity> nodes = new TreeMap<>();
    IntStream.range(0, 4).forEach(i -> nodes.put(new NodeName("n" + i), node(TOPOLOGY)));
    return Feasibility.refuse(new PartitionName("main"), request, nodes);
  }

  private static NodeCapacity node(@Nullable Topology topology) {
    return new NodeCapacity(16, 1000, null, null, new NodeTraits(0, 1, topology));
  }

  private static int[] numbers(String text) {
    return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }
}
