package io.pliant.sim.elastic;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.NodeView;
import java.util.List;

/**
 * A machine of equal processors as one large node, whose cpus jobs share: for policies that change
 * no sizes and plan no places, to which it is all the same. A round costs no more on a large
 * machine.
 */
final class SharedProcessors implements SimulatedMachine {
  private final NodeName name = new NodeName("machine");
  private final NodeCapacity capacity;
  private int free;
  private int jobs;

  SharedProcessors(int count) {
    this.capacity = new NodeCapacity(count, 1);
    this.free = count;
  }

  @Override
  public List<NodeView> views() {
    return List.of(new NodeView(name, capacity, free, 1, jobs, true));
  }

  @Override
  public void take(List<Slice> slices) {
    for (Slice slice : slices) {
      free -= slice.cpus();
      jobs++;
    }
    if (free < 0) {
      throw new IllegalStateException(
          "Expected processors to be free, but %d lack.".formatted(-free));
    }
  }

  @Override
  public void giveBack(List<Slice> slices) {
    for (Slice slice : slices) {
      free += slice.cpus();
      jobs--;
    }
  }
}
