package io.pliant.core.accounting;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job holds now or held last; before its first start, what it asked for at least.
 *
 * @param nodes number of nodes
 * @param memoryMb megabytes over all nodes; 0 for none reserved, and before the first start
 * @param devices what else is counted, over all nodes, without names; null for nothing
 * @param nodeList compressed host list, or null before the first start
 * @param parts of it by component of a job pack; empty for an ordinary job, and before the first
 *     start
 */
public record Held(
    int nodes,
    int cpus,
    long memoryMb,
    @Nullable Kinds devices,
    @Nullable String nodeList,
    List<Held> parts) {
  static Held wanted(ResourceRequest want) {
    return new Held(want.leastNodes(), want.leastCpus(), 0, null, null, List.of());
  }

  /**
   * @param held with the slices that the job is leaving
   * @param named nodes that stand in the list
   */
  static Held of(Allocation held, List<NodeName> named) {
    long memory = 0;
    Kinds devices = Kinds.NONE;
    for (Slice slice : held.slices()) {
      memory += slice.memoryMb();
      devices = devices.plus(Kinds.orNone(slice.kinds()).counted());
    }
    return new Held(
        Usage.nodes(held),
        held.cpus(),
        memory,
        Kinds.orNull(devices),
        Hostlist.compress(named),
        List.of());
  }

  /** The same with its parts by component. */
  Held of(ResourceRequest asked, Allocation held) {
    List<Allocation> components = asked.isPack() ? held.byComponent(asked) : null;
    return components == null
        ? this
        : new Held(
            nodes,
            cpus,
            memoryMb,
            devices,
            nodeList,
            components.stream().map(part -> of(part, part.nodes())).toList());
  }

  /** Characters of its lists of nodes. */
  int characters() {
    return (nodeList == null ? 0 : nodeList.length())
        + parts.stream().mapToInt(Held::characters).sum();
  }
}
