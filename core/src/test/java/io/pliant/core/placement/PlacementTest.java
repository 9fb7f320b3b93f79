package io.pliant.core.placement;

import static io.pliant.core.testing.ClusterBuilder.aCluster;
import static io.pliant.core.testing.JobBuilder.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.testing.ClusterBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlacementTest {
  @Test
  void shouldSpreadTasksEvenlyWithTheExtraOneOnTheEarlierNodeWhenNodesAreGiven() {
    // given
    ClusterBuilder cluster = aCluster().nodes(3).cpus(4);

    // when
    Allocation allocation = place(cluster, request(3, 3, 7, 1));

    // then
    assertThat(allocation)
        .isEqualTo(slices(slice("n1", 3, 3), slice("n2", 2, 2), slice("n3", 2, 2)));
  }

  @Test
  void shouldSpreadAsEvenlyAsRoomPermitsWhenNodesAreUnequal() {
    // given
    ClusterBuilder cluster = aCluster().node("a", 1, 0).node("b", 8, 0).node("c", 3, 0);

    // when
    Allocation allocation = place(cluster, request(3, 3, 9, 1));

    // then
    assertThat(allocation).isEqualTo(slices(slice("a", 1, 1), slice("b", 5, 5), slice("c", 3, 3)));
  }

  @Test
  void shouldFillTheFewestNodesWhenTheirNumberIsOpen() {
    // given
    ClusterBuilder cluster = aCluster().nodes(4).cpus(4);

    // when
    Allocation allocation = place(cluster, request(1, 4, 6, 1));

    // then
    assertThat(allocation).isEqualTo(slices(slice("n1", 4, 4), slice("n2", 2, 2)));
  }

  @Test
  void shouldPutTheRestOnTheTightestNodeWhenFilling() {
    // given
    ClusterBuilder cluster =
        aCluster().nodes(3).cpus(4).running(tasks(2).on("n3")).running(tasks(1).on("n2"));

    // when
    Allocation allocation = place(cluster, request(1, 4, 6, 1));

    // then
    assertThat(allocation).isEqualTo(slices(slice("n1", 4, 4), slice("n3", 2, 2)));
  }

  @Test
  void shouldKeepWholeNodesFreeWhenANodeInUseHasRoom() {
    // given
    ClusterBuilder cluster = aCluster().node("a", 4, 0).node("b", 64, 0).running(tasks(8).on("b"));

    // when
    Allocation allocation = place(cluster, request(1, 1, 2, 1));

    // then
    assertThat(allocation).isEqualTo(slices(slice("b", 2, 2)));
  }

  @Test
  void shouldPreferTheTightestNodeAndThenTheEarlierNameWhenSeveralFit() {
    // given
    ClusterBuilder cluster =
        aCluster()
            .nodes(4)
            .cpus(4)
            .running(tasks(1).on("n2"))
            .running(tasks(2).on("n3"))
            .running(tasks(2).on("n4"));

    // when
    Allocation allocation = place(cluster, request(1, 1, 2, 1));

    // then
    assertThat(allocation).isEqualTo(slices(slice("n3", 2, 2)));
  }

  @Test
  void shouldCountWholeTasksOnlyWhenTasksHaveSeveralCpus() {
    // given
    ClusterBuilder cluster = aCluster().nodes(2).cpus(7);

    // then
    assertThat(place(cluster, request(1, 2, 5, 3))).isNull();
    assertThat(place(cluster, request(1, 2, 4, 3)))
        .isEqualTo(slices(slice("n1", 6, 2), slice("n2", 6, 2)));
  }

  @Test
  void shouldPassOverANodeWhenItsMemoryIsTaken() {
    // given
    ClusterBuilder cluster =
        aCluster().nodes(2).memoryMb(1000).running(tasks(1).memoryMb(600).on("n1"));

    // when
    Allocation allocation = place(cluster, new ResourceRequest(1, 1, 1, 1, 500, false));

    // then
    assertThat(allocation).isEqualTo(slices(new Slice(new NodeName("n2"), 1, 500, 1)));
  }

  @Test
  void shouldTakeAllOfIdleNodesOnlyWhenExclusive() {
    // given
    ClusterBuilder cluster = aCluster().nodes(3).running(tasks(1).on("n1"));

    // then
    assertThat(place(cluster, ResourceRequest.wholeNodes(3))).isNull();
    assertThat(place(cluster, ResourceRequest.wholeNodes(2)))
        .isEqualTo(
            slices(
                new Slice(new NodeName("n2"), 4, 1000, 1),
                new Slice(new NodeName("n3"), 4, 1000, 1)));
  }

  @Test
  void shouldLeaveUnavailableNodesAloneWhenOthersFit() {
    // given
    ClusterBuilder cluster = aCluster().nodes(3).unavailable("n1");

    // then
    assertThat(place(cluster, request(2, 2, 2, 1)))
        .isEqualTo(slices(slice("n2", 1, 1), slice("n3", 1, 1)));
    assertThat(place(cluster, request(3, 3, 3, 1))).isNull();
  }

  @Test
  void shouldRefuseWithoutOverflowWhenNumbersAreHuge() {
    // given
    ClusterBuilder cluster = aCluster().nodes(3);
    int huge = Integer.MAX_VALUE;

    // then
    assertThat(place(cluster, new ResourceRequest(1, huge, huge, huge, 0, false))).isNull();
    assertThat(place(cluster, new ResourceRequest(1, huge, huge, 1, huge, true))).isNull();
  }

  @Test
  void shouldLeaveTheFreeResourcesAsTheyAreWhenPlacing() {
    // given
    FreeResources free = FreeResources.of(aCluster().nodes(2).view().nodes());

    // when
    Allocation first = Placement.place(ResourceRequest.wholeNodes(2), free);

    // then
    assertThat(Placement.place(ResourceRequest.wholeNodes(2), free)).isEqualTo(first);
  }

  private static @Nullable Allocation place(ClusterBuilder cluster, ResourceRequest request) {
    return Placement.place(request, FreeResources.of(cluster.view().nodes()));
  }

  private static ResourceRequest request(int min, int max, int tasks, int cpusPerTask) {
    return new ResourceRequest(min, max, tasks, cpusPerTask, 0, false);
  }

  private static Slice slice(String node, int cpus, int tasks) {
    return new Slice(new NodeName(node), cpus, 0, tasks);
  }

  private static Allocation slices(Slice... slices) {
    return new Allocation(List.of(slices));
  }
}
