package io.pliant.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.NodeView;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TasksPerNodeTest {
  private static final FreeResources ONE_SMALL_ONE_LARGE = FreeResources.of(List.of(n(1), n(3)));
  private static final FreeResources TWO_LARGE = FreeResources.of(List.of(n(4), n(8)));

  @Test
  void shouldPutNoMoreTasksOnANodeThanAsked() {
    assertThat(tasks(ONE_SMALL_ONE_LARGE, null)).containsExactly(1, 3);
    assertThat(tasks(TWO_LARGE, 2)).containsExactly(2, 2);
  }

  @Test
  void shouldWaitWhenTasksOnlyFitUnevenly() {
    assertThat(Placement.place(request(2), ONE_SMALL_ONE_LARGE)).isNull();
  }

  @Test
  void shouldPutNoMoreTasksOnANodeThanItHasMemoryFor() {
    ResourceRequest request =
        new ResourceRequest(1, 2, 4, 2, 0, false).withMemoryPerCpu(new MemoryPerCpu(100));
    FreeResources free = FreeResources.of(List.of(n(8, 650), n(6, 600)));

    Allocation placed = Objects.requireNonNull(Placement.place(request, free));

    assertThat(placed.slices()).allMatch(slice -> slice.memoryMb() == slice.tasks() * 200);
    assertThat(placed.tasks()).isEqualTo(4);
    assertThat(TaskShape.of(request).tasksOn(8, 650)).isEqualTo(3);
    assertThat(TaskShape.of(request).tasksOn(8, 199)).isZero();
  }

  private static List<Integer> tasks(FreeResources free, @Nullable Integer most) {
    Allocation placed = Placement.place(request(most), free);
    return placed == null ? List.of() : placed.slices().stream().map(Slice::tasks).toList();
  }

  private static ResourceRequest request(@Nullable Integer most) {
    return new ResourceRequest(2, 2, 4, 1, 0, false, most);
  }

  private static NodeView n(int cpus) {
    return n(cpus, 0);
  }

  private static NodeView n(int cpus, int memoryMb) {
    NodeCapacity capacity = new NodeCapacity(cpus, memoryMb);
    return new NodeView(new NodeName("n" + cpus), capacity, cpus, memoryMb, 0, true);
  }
}
