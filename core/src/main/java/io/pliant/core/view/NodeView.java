package io.pliant.core.view;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * One node as a policy sees it.
 *
 * @param capacity what it has in all
 * @param freeCpus cpus in no slice
 * @param freeMemoryMb megabytes in no slice
 * @param jobs number of jobs that hold a slice of it
 * @param available up and not drained: new slices may be made on it
 * @param freeKinds what else of it is in no slice, or null for nothing
 */
public record NodeView(
    NodeName name,
    NodeCapacity capacity,
    int freeCpus,
    int freeMemoryMb,
    int jobs,
    boolean available,
    @Nullable Kinds freeKinds) {
  public NodeView {
    freeKinds = Kinds.orNull(freeKinds);
  }

  /** A node on which cpus and memory alone are counted. */
  public NodeView(
      NodeName name,
      NodeCapacity capacity,
      int freeCpus,
      int freeMemoryMb,
      int jobs,
      boolean available) {
    this(name, capacity, freeCpus, freeMemoryMb, jobs, available, null);
  }

  /** A node of which so much is in no slice. */
  public static NodeView of(
      NodeName name, NodeCapacity capacity, Resources free, int jobs, boolean available) {
    return new NodeView(
        name, capacity, free.cpus(), free.memoryMb(), jobs, available, free.storedKinds());
  }

  /** The same, closed to new slices. */
  public NodeView unavailable() {
    return new NodeView(name, capacity, freeCpus, freeMemoryMb, jobs, false, freeKinds);
  }

  /** What of it is in no slice. */
  public Resources free() {
    return Resources.of(freeCpus, freeMemoryMb, freeKinds);
  }

  public boolean idle() {
    return jobs == 0;
  }
}
