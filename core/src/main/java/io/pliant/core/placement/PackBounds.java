package io.pliant.core.placement;

import io.pliant.core.resource.ResourceRequest;
import java.util.List;

/**
 * Quick answers for most packs of a long queue. They follow from how many nodes have room for how
 * many tasks, and not from which ones: the matching of {@link PackPlacement} is for what is left.
 */
enum PackBounds {
  /** {@link PackPlacement} finds a place. */
  FITS,
  /** It finds none. */
  DOES_NOT_FIT,
  UNKNOWN;

  /**
   * What is plain of a pack on these free resources.
   *
   * <p>A component that alone finds no room keeps the pack out. The pack fits when each component,
   * on the first number of nodes that {@link PackWidths} tries, has a choice of as many nodes as
   * all of them take together: whatever the others took, enough are left for it.
   */
  static PackBounds of(ResourceRequest pack, FreeResources free) {
    List<ResourceRequest> components = pack.components();
    FitTable[] room = new FitTable[components.size()];
    int[] widths = new int[room.length];
    long all = 0;
    boolean known = true;
    for (int i = 0; i < room.length; i++) {
      ResourceRequest component = components.get(i);
      TaskShape shape = TaskShape.of(component);
      room[i] = free.fit(shape);
      if (!room[i].holds(component)) {
        return DOES_NOT_FIT;
      }
      FitTable empty = free.capacity(shape);
      widths[i] = PackWidths.fewest(component, empty.roomiest());
      known &= widths[i] <= PackWidths.most(component, empty.nodes());
      all += widths[i];
    }
    for (int i = 0; known && i < room.length; i++) {
      int each = Math.ceilDiv(components.get(i).tasks(), widths[i]);
      known = room[i].nodesWithRoomFor(each) >= all;
    }
    return known ? FITS : all > free.size() ? DOES_NOT_FIT : UNKNOWN;
  }

  /** Nodes of all components of a pack that {@link #FITS}. */
  static int nodes(ResourceRequest pack, FreeResources free) {
    return pack.components().stream()
        .mapToInt(one -> PackWidths.fewest(one, free.capacity(TaskShape.of(one)).roomiest()))
        .sum();
  }
}
