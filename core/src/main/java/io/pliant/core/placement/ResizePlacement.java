package io.pliant.core.placement;

import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chooses the nodes with which a running job of whole nodes grows, and those that it gives. */
public final class ResizePlacement {
  private ResizePlacement() {}

  /**
   * Slices for a change of size, by the rules of {@link Placement}: those that come are whole idle
   * nodes with as many tasks each as the job asked for; those that go are its last ones, so that
   * the leader's node, the first, stays, and of a pack all components but the last.
   *
   * @param request of the job at its start
   * @param own slices of the job
   * @param nodes size afterwards, at least 1
   * @return null when there are too few nodes, or when the size is the same
   */
  public static @Nullable List<Slice> slices(
      ResourceRequest request, Allocation own, int nodes, FreeResources free) {
    int size = own.slices().size();
    if (nodes == size || nodes < 1) {
      return null;
    }
    if (nodes < size) {
      return own.slices().subList(nodes, size);
    }
    Allocation more = Placement.place(request.onFurther(nodes - size), free);
    return more == null ? null : more.slices();
  }
}
