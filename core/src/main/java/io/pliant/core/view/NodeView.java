package io.pliant.core.view;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.NodeCapacity;

/**
 * One node as a policy sees it.
 *
 * @param capacity what it has in all
 * @param freeCpus cpus in no slice
 * @param freeMemoryMb megabytes in no slice
 * @param jobs number of jobs that hold a slice of it
 * @param available up and not drained: new slices may be made on it
 */
public record NodeView(
    NodeName name,
    NodeCapacity capacity,
    int freeCpus,
    int freeMemoryMb,
    int jobs,
    boolean available) {
  public boolean idle() {
    return jobs == 0;
  }
}
