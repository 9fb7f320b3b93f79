package io.pliant.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.NodeView;
import java.util.List;
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

  private static List<Integer> tasks(FreeResources free, @Nullable Integer most) {
    Allocation placed = Placement.place(request(most), free);
    return placed == null ? List.of() : placed.slices().stream().map(Slice::tasks).toList();
  }

  private static ResourceRequest request(@Nullable Integer most) {
    return new ResourceRequest(2, 2, 4, 1, 0, false, most);
  }

  private static NodeView n(int cpus) {
    NodeCapacity capacity = new NodeCapacity(cpus, 0);
    return new NodeView(new NodeName("n" + cpus), capacity, cpus, 0, 0, true);
  }
}
