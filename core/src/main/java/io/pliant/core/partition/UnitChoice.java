package io.pliant.core.partition;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Slice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which devices the jobs of one decision hold: plans count units, and the ledger says which ones,
 * so that no unit is ever in two slices. Not safe for use by several threads.
 */
final class UnitChoice {
  private final PartitionState state;
  private final Map<NodeName, Kinds> left = new HashMap<>();

  UnitChoice(PartitionState state) {
    this.state = state;
  }

  /** The same slices with the names of their units, which no later call gives again. */
  Allocation named(Allocation allocation) {
    if (allocation.slices().stream().allMatch(slice -> slice.kinds() == null)) {
      return allocation;
    }
    List<Slice> slices = allocation.slices().stream().map(this::named).toList();
    return new Allocation(slices);
  }

  private Slice named(Slice slice) {
    Kinds counts = slice.kinds();
    if (counts == null) {
      return slice;
    }
    Kinds free = left.computeIfAbsent(slice.node(), this::free);
    Kinds named = Devices.named(counts, free);
    left.put(slice.node(), free.without(named));
    return Slice.of(slice.node(), slice.resources().with(named), slice.tasks()).of(slice.cores());
  }

  private Kinds free(NodeName name) {
    NodeRecord node = state.nodes().get(name);
    return node == null ? Kinds.NONE : Kinds.orNone(node.view().freeKinds());
  }
}
