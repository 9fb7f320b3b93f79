package io.pliant.core.placement;

import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the slices of all components of a pack, or of none. No node is in two components.
 *
 * <p><b>How many nodes.</b> The tasks of a component are spread evenly over its nodes. Numbers of
 * nodes are tried in the order of {@link PackWidths}, which does not look at what is free.
 *
 * <p><b>Which nodes.</b> For given numbers it is a matching, which is exact: it finds nodes
 * whenever there are some. So more free resources never make a pack unfit that fits. Nodes of
 * little weight, in use and with few free cpus come first.
 *
 * <p><b>Slices.</b> Those of the first component, then those of the second and so on, each in order
 * of node name; {@link Allocation#byComponent} tells them apart.
 */
final class PackPlacement {
  private final FreeResources free;
  private final List<ResourceRequest> components;
  private final int[] order;

  private PackPlacement(ResourceRequest pack, FreeResources free) {
    this.free = free;
    this.components = pack.components();
    this.order = order(free);
  }

  /** Slices for a start on these free resources, which it leaves as they are; null for none. */
  static @Nullable Allocation place(ResourceRequest pack, FreeResources free) {
    return new PackPlacement(pack, free).place();
  }

  private @Nullable Allocation place() {
    Map<TaskShape, int[]> rooms = new HashMap<>();
    List<int[]> room = new ArrayList<>();
    List<int[]> capacity = new ArrayList<>();
    for (ResourceRequest component : components) {
      TaskShape shape = TaskShape.of(component);
      room.add(rooms.computeIfAbsent(shape, free::room));
      capacity.add(free.roomWhenEmpty(shape));
    }
    for (int[] widths : PackWidths.of(components, capacity)) {
      List<BitSet> chosen = matched(widths, room);
      if (chosen != null) {
        return allocation(chosen);
      }
    }
    return null;
  }

  /** Nodes by component, or null when there are none for these numbers. */
  private @Nullable List<BitSet> matched(int[] widths, List<int[]> room) {
    PackMatching matching = new PackMatching(order);
    for (int c = 0; c < widths.length; c++) {
      int tasks = components.get(c).tasks();
      int fuller = tasks % widths[c];
      int least = tasks / widths[c];
      matching.add(c, widths[c] - fuller, withRoom(room.get(c), least));
      matching.add(c, fuller, withRoom(room.get(c), least + 1));
    }
    return matching.solve(widths.length);
  }

  private static BitSet withRoom(int[] room, int tasks) {
    BitSet nodes = new BitSet(room.length);
    for (int i = 0; i < room.length; i++) {
      if (room[i] >= tasks) {
        nodes.set(i);
      }
    }
    return nodes;
  }

  private Allocation allocation(List<BitSet> chosen) {
    List<Slice> slices = new ArrayList<>();
    for (int c = 0; c < chosen.size(); c++) {
      int[] nodes = chosen.get(c).stream().toArray();
      slices.addAll(Placement.evenly(components.get(c), free, nodes).slices());
    }
    return new Allocation(slices);
  }

  /** Positions of all nodes, those to be taken first in front. */
  private static int[] order(FreeResources free) {
    long[] keys = new long[free.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = (long) free.rank(i) << Placement.RANK_SHIFT | Placement.looseness(free, i);
    }
    Arrays.sort(keys);
    int[] nodes = new int[keys.length];
    Arrays.setAll(nodes, i -> (int) (keys[i] & Placement.NODE_MASK));
    return nodes;
  }
}
