package io.pliant.core.resource;

import io.pliant.core.id.NodeName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /**
   * The parts of the components of a request in order: as many slices for each as have its tasks.
   * An ordinary job's is one.
   *
   * @return null when the slices do not have the tasks of a pack's components so
   */
  public @Nullable List<Allocation> byComponent(ResourceRequest request) {
    if (!request.isPack()) {
      return List.of(this);
    }
    List<Allocation> parts = new ArrayList<>();
    int from = 0;
    for (ResourceRequest component : request.components()) {
      int to = from;
      int missing = component.tasks();
      while (missing > 0 && to < slices.size()) {
        missing -= slices.get(to++).tasks();
      }
      if (missing != 0) {
        return null;
      }
      parts.add(new Allocation(slices.subList(from, to)));
      from = to;
    }
    return from == slices.size() ? parts : null;
  }

  public int cpus() {
    return slices.stream().mapToInt(Slice::cpus).sum();
  }

  public int tasks() {
    return slices.stream().mapToInt(Slice::tasks).sum();
  }
}
