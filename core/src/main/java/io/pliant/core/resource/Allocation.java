package io.pliant.core.resource;

import io.pliant.core.id.NodeName;
import java.util.List;

/**
 * The slices that a job holds, in order; the first one is on its leader node, which never leaves.
 */
public record Allocation(List<Slice> slices) {
  public Allocation {
    slices = List.copyOf(slices);
    if (slices.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected an allocation of at least one slice, but got none.");
    }
  }

  public List<NodeName> nodes() {
    return slices.stream().map(Slice::node).toList();
  }

  public NodeName leader() {
    return slices.getFirst().node();
  }

  public int cpus() {
    return slices.stream().mapToInt(Slice::cpus).sum();
  }

  public int tasks() {
    return slices.stream().mapToInt(Slice::tasks).sum();
  }
}
