package io.pliant.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.NodeView;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** All components of a pack or none, beside all choices of nodes that there are. */
class PackPlacementPropertiesTest {

  private record Case(List<NodeView> nodes, ResourceRequest pack) {}

  @Property
  void shouldFindNodesForAllComponentsWheneverThereAreSome(@ForAll Random random) {
    // given
    Case some = some(random);
    FreeResources free = FreeResources.of(some.nodes());

    // when
    Allocation place = Placement.place(some.pack(), free);

    // then
    assertThat(free.holds(some.pack())).isEqualTo(place != null);
    assertThat(place != null).isEqualTo(anyWay(some, 0, new BitSet()));
    assertThat(free.fewestNodes(some.pack()))
        .isEqualTo(place == null ? 0 : some.pack().leastNodes());
  }

  @Property
  void shouldGiveEachComponentItsTasksOnNodesOfItsOwn(@ForAll Random random) {
    // given
    Case some = some(random);
    FreeResources free = FreeResources.of(some.nodes());

    // when
    Allocation place = Placement.place(some.pack(), free);

    // then
    if (place != null) {
      List<Allocation> parts = Objects.requireNonNull(place.byComponent(some.pack()));
      Set<NodeName> seen = new HashSet<>();
      for (int i = 0; i < parts.size(); i++) {
        ResourceRequest component = some.pack().components().get(i);
        assertThat(parts.get(i).tasks()).isEqualTo(component.tasks());
        assertThat(parts.get(i).slices())
            .hasSizeBetween(component.minNodes(), component.maxNodes());
        for (Slice slice : parts.get(i).slices()) {
          assertThat(seen.add(slice.node())).isTrue();
          assertThat(free.refuse(slice, component.exclusive())).isNull();
        }
      }
    }
  }

  @Property
  void shouldGoOnToFitWhenMoreBecomesFree(@ForAll Random random) {
    // given a pack of any widths
    Case some = some(random);
    ResourceRequest pack = some.pack().each(one -> wider(one, random));
    FreeResources less = FreeResources.of(some.nodes());
    FreeResources more = less.copy();
    List<NodeView> used = some.nodes().stream().filter(node -> node.freeCpus() < 4).toList();
    if (!used.isEmpty()) {
      NodeView one = used.get(random.nextInt(used.size()));
      more.release(new Allocation(List.of(new Slice(one.name(), 4 - one.freeCpus(), 0, 1))));
    }

    // then
    if (less.holds(pack)) {
      assertThat(more.holds(pack)).isTrue();
    }
  }

  private static ResourceRequest wider(ResourceRequest one, Random random) {
    int most = one.minNodes() + random.nextInt(3);
    return new ResourceRequest(
        one.minNodes(), most, one.tasks() + random.nextInt(3), one.cpusPerTask(), 0, false);
  }

  @Test
  void shouldLookForNodesInStepsThatGrowWithNodesAndComponentsAlone() {
    // given as many components as there may be, of which each fits on the nodes of those before it
    // alone, so that the nodes taken first are the wrong ones
    int nodes = 5000;
    PackMatching matching = new PackMatching(IntStream.range(0, nodes).toArray());
    int each = nodes / Components.MOST;
    for (int c = 0; c < Components.MOST; c++) {
      BitSet may = new BitSet(nodes);
      may.set(0, (c + 1) * each);
      matching.add(c, each, may);
    }

    // when
    List<BitSet> chosen = matching.solve(Components.MOST);

    // then
    assertThat(chosen).isNotNull().allMatch(own -> own.cardinality() == each);
    assertThat(matching.looks()).isLessThan(4L * nodes * Components.MOST);
  }

  /** Tries all: a component of fixed nodes, tasks spread evenly. */
  private static boolean anyWay(Case some, int component, BitSet taken) {
    List<ResourceRequest> components = some.pack().components();
    if (component == components.size()) {
      return true;
    }
    ResourceRequest one = components.get(component);
    int size = some.nodes().size();
    for (int set = 0; set < 1 << size; set++) {
      BitSet nodes = BitSet.valueOf(new long[] {set});
      if (nodes.cardinality() == one.minNodes()
          && !nodes.intersects(taken)
          && holds(some, one, nodes)) {
        BitSet both = (BitSet) taken.clone();
        both.or(nodes);
        if (anyWay(some, component + 1, both)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean holds(Case some, ResourceRequest one, BitSet nodes) {
    int least = one.tasks() / one.minNodes();
    int fuller = one.tasks() % one.minNodes();
    int[] room =
        nodes.stream()
            .map(i -> some.nodes().get(i).freeCpus() / one.cpusPerTask())
            .filter(tasks -> tasks >= least)
            .toArray();
    return room.length == one.minNodes()
        && IntStream.of(room).filter(tasks -> tasks > least).count() >= fuller;
  }

  private static Case some(Random random) {
    List<NodeView> nodes = new ArrayList<>();
    int count = 2 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      NodeCapacity all = new NodeCapacity(4, 1000);
      int used = random.nextInt(5);
      nodes.add(new NodeView(new NodeName("n" + i), all, 4 - used, 1000, used == 0 ? 0 : 1, true));
    }
    List<ResourceRequest> components = new ArrayList<>();
    int parts = 2 + random.nextInt(3);
    for (int i = 0; i < parts; i++) {
      int width = 1 + random.nextInt(2);
      int tasks = width + random.nextInt(3);
      components.add(new ResourceRequest(width, width, tasks, 1 + random.nextInt(2), 0, false));
    }
    return new Case(
        nodes, components.getFirst().with(new Components(components.subList(1, parts))));
  }
}
