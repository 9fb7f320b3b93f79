package io.pliant.core.resource;

import io.pliant.core.id.NodeName;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
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
   * The nodes that a job keeps whatever its size: the leader's or, of a pack, those of all
   * components but the last, and the first one of that.
   */
  public SortedSet<NodeName> kept(ResourceRequest request) {
    List<Allocation> parts = request.lastVaries() ? byComponent(request) : null;
    if (parts == null) {
      return new TreeSet<>(List.of(leader()));
    }
    SortedSet<NodeName> kept = new TreeSet<>();
    parts.subList(0, parts.size() - 1).forEach(part -> kept.addAll(part.nodes()));
    kept.add(parts.getLast().leader());
    return kept;
  }

  /**
   * The parts of the components of a request in order: as many slices for each as have its tasks,
   * and for a last one that may change its size all that are left. An ordinary job's is one.
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
      boolean rest = request.lastVaries() && parts.size() == request.width() - 1;
      int missing = rest ? 0 : component.tasks();
      to = rest ? slices.size() : to;
      while (missing > 0 && to < slices.size()) {
        missing -= slices.get(to++).tasks();
      }
      if (missing != 0 || to == from) {
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
