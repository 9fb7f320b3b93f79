package io.pliant.core.step;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of its job's nodes a step has for itself until it ends.
 *
 * @param slices of each of its nodes; their cpus are 0 where it shares those
 * @param kindsPerTask what of the devices each task has alone, or null when its tasks share them
 */
public record StepHolding(List<Slice> slices, @Nullable Kinds kindsPerTask) {
  public StepHolding {
    slices = List.copyOf(slices);
    kindsPerTask = Kinds.orNull(kindsPerTask);
  }

  /** Its slice of a node, or null where it has none. */
  public @Nullable Slice on(NodeName node) {
    for (Slice slice : slices) {
      if (slice.node().equals(node)) {
        return slice;
      }
    }
    return null;
  }
}
