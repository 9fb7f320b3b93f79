package io.pliant.sim.elastic;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.NodeView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A machine of equal nodes, each of which is idle or a job's as a whole. */
final class WholeNodes implements SimulatedMachine {
  private static final NodeCapacity CAPACITY = new NodeCapacity(1, 1);

  private final List<NodeView> now = new ArrayList<>();
  private final Map<NodeName, Integer> indices = new HashMap<>();
  private final List<NodeView> idle = new ArrayList<>();
  private final List<NodeView> busy = new ArrayList<>();

  WholeNodes(int count) {
    int digits = String.valueOf(count).length();
    for (int i = 0; i < count; i++) {
      NodeName name =
          new NodeName("n%0{d}d".replace("{d}", String.valueOf(digits)).formatted(i + 1));
      idle.add(new NodeView(name, CAPACITY, 1, 1, 0, true));
      busy.add(new NodeView(name, CAPACITY, 0, 0, 1, true));
      indices.put(name, i);
    }
    now.addAll(idle);
  }

  @Override
  public List<NodeView> views() {
    return now;
  }

  @Override
  public void take(List<Slice> slices) {
    slices.forEach(slice -> set(slice, busy));
  }

  @Override
  public void giveBack(List<Slice> slices) {
    slices.forEach(slice -> set(slice, idle));
  }

  private void set(Slice slice, List<NodeView> to) {
    Integer index = indices.get(slice.node());
    if (index == null || now.get(index) == to.get(index)) {
      throw new IllegalStateException(
          "Expected node %s to change hands, but it is unknown or has done so before."
              .formatted(slice.node()));
    }
    now.set(index, to.get(index));
  }
}
