package io.pliant.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.view.NodeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** A quick answer is what the matching says. */
class PackBoundsPropertiesTest {
  @Property(tries = 2000)
  void shouldSayWhatTheMatchingSays(@ForAll Random random) {
    FreeResources free = FreeResources.of(nodes(2 + random.nextInt(9), random));
    ResourceRequest pack = pack(random);

    Allocation place = PackPlacement.place(pack, free);
    boolean placed = place != null;

    switch (PackBounds.of(pack, free)) {
      case FITS -> assertThat(placed).isTrue();
      case DOES_NOT_FIT -> assertThat(placed).isFalse();
      case UNKNOWN -> {}
    }
    assertThat(free.holds(pack)).isEqualTo(placed);
    assertThat(free.fewestNodes(pack)).isEqualTo(place == null ? 0 : place.slices().size());
  }

  @Test
  void shouldKnowMostPacksOfALargePartition() {
    Random random = new Random(7);
    FreeResources free = FreeResources.of(nodes(300, random));
    int unknown = 0;
    for (int i = 0; i < 200; i++) {
      unknown += PackBounds.of(pack(random), free) == PackBounds.UNKNOWN ? 1 : 0;
    }
    assertThat(unknown).isLessThan(20);
  }

  private static ResourceRequest pack(Random random) {
    List<ResourceRequest> components = new ArrayList<>();
    for (int i = 2 + random.nextInt(3); i > 0; i--) {
      int least = 1 + random.nextInt(2);
      int tasks = least + random.nextInt(4);
      ResourceRequest one =
          new ResourceRequest(
              least,
              least + random.nextInt(3),
              tasks,
              1 + random.nextInt(3),
              0,
              random.nextInt(4) == 0);
      components.add(random.nextInt(3) == 0 ? one.on(new NodeChoice(null, null, "ib")) : one);
    }
    return components.getFirst().with(new Components(components.subList(1, components.size())));
  }

  private static List<NodeView> nodes(int count, Random random) {
    List<NodeView> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      NodeCapacity all =
          new NodeCapacity(
              random.nextBoolean() ? 2 : 6,
              1000,
              null,
              new Features(List.of(random.nextBoolean() ? "ib" : "eth")));
      int used = random.nextInt(all.cpus() + 1);
      nodes.add(
          new NodeView(
              new NodeName("n%03d".formatted(i)),
              all,
              all.cpus() - used,
              1000,
              used == 0 ? 0 : 1,
              random.nextInt(5) > 0));
    }
    return nodes;
  }
}
