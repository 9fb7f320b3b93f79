package io.pliant.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.testing.ClusterViews;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.WaitingJob;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PlacementPropertiesTest {
  @Provide
  Arbitrary<ClusterView> views() {
    return ClusterViews.any();
  }

  @Property
  void shouldPlaceExactlyWhenSomeChoiceOfNodesHoldsTheJob(@ForAll("views") ClusterView view) {
    // given
    FreeResources free = FreeResources.of(view.nodes());

    // then
    for (WaitingJob job : view.waiting()) {
      if (job.resources().isPack()) {
        continue; // beside all choices in PackPlacementPropertiesTest
      }
      boolean placed = Placement.place(job.resources(), free) != null;
      assertThat(placed)
          .as("%s", job.resources())
          .isEqualTo(someSetHolds(job.resources(), room(view, job.resources())));
    }
  }

  @Property
  void shouldBeAsBeforeWhenAJobIsTakenAndReleased(@ForAll("views") ClusterView view) {
    // given
    FreeResources free = FreeResources.of(view.nodes());
    FreeResources untouched = FreeResources.of(view.nodes());

    for (WaitingJob job : view.waiting()) {
      Allocation allocation = Placement.place(job.resources(), free);
      if (allocation == null) {
        continue;
      }

      // when
      free.take(allocation);
      assertThat(free.holds(job.resources())).isEqualTo(free.copy().holds(job.resources()));
      free.release(allocation);

      // then
      assertThat(Placement.place(job.resources(), free)).isEqualTo(allocation);
      assertThat(free.idleNodes()).isEqualTo(untouched.idleNodes());
    }
  }

  private static List<Integer> room(ClusterView view, ResourceRequest request) {
    return view.nodes().stream().map(node -> room(node, request)).toList();
  }

  private static int room(NodeView node, ResourceRequest request) {
    boolean open = node.available() && (!request.exclusive() || node.jobs() == 0);
    boolean memory = node.freeMemoryMb() >= request.memoryMbPerNode();
    if (!open || !memory) {
      return 0;
    }
    int tasks = 0;
    while (node.freeCpus() >= (tasks + 1) * request.cpusPerTask()
        && node.freeMemoryMb() >= request.onNodeWith(tasks + 1).memoryMb()) {
      tasks++;
    }
    return tasks;
  }

  /** Tries every set of nodes: slow, but plainly right. */
  private static boolean someSetHolds(ResourceRequest request, List<Integer> room) {
    for (int set = 0; set < 1 << room.size(); set++) {
      boolean eachHasRoom = true;
      int held = 0;
      for (int i = 0; i < room.size(); i++) {
        if ((set >> i & 1) == 1) {
          eachHasRoom &= room.get(i) > 0;
          held += room.get(i);
        }
      }
      int nodes = Integer.bitCount(set);
      int most = Math.min(request.maxNodes(), request.tasks());
      if (eachHasRoom && nodes >= request.minNodes() && nodes <= most && held >= request.tasks()) {
        return true;
      }
    }
    return false;
  }
}
