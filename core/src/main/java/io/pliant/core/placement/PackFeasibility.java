package io.pliant.core.placement;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Spread;
import io.pliant.core.view.NodeView;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Whether a partition could ever hold all components of a pack at once. */
final class PackFeasibility {
  private PackFeasibility() {}

  /** What is wrong, a sentence for each component that is too large, or null. */
  static @Nullable String refuse(
      PartitionName partition, ResourceRequest pack, SortedMap<NodeName, NodeCapacity> nodes) {
    List<ResourceRequest> components = pack.components();
    Spread spread = pack.spread();
    List<String> faults = new ArrayList<>();
    for (int i = 0; i < components.size(); i++) {
      String why = Feasibility.refuse(partition, components.get(i), nodes);
      if (why != null) {
        faults.add(
            "Component %d of the pack: %s"
                .formatted(spread == null ? i : spread.numbers().get(i), why));
      }
    }
    if (!faults.isEmpty()) {
      return String.join(" ", faults);
    }
    List<NodeView> idle = new ArrayList<>();
    nodes.forEach((name, node) -> idle.add(NodeView.of(name, node, node.resources(), 0, true)));
    return PackPlacement.place(pack, FreeResources.of(idle)) != null
        ? null
        : "The %d components of the pack need %d nodes at least, each node in one of them, but the %d nodes of partition %s cannot hold them together; ask for fewer nodes (--nodes, --ntasks) or components."
            .formatted(components.size(), pack.leastNodes(), nodes.size(), partition);
  }
}
