package io.pliant.core.round;

import io.pliant.core.placement.FitTable;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.placement.TaskShape;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.resource.ResourceRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What keeps jobs waiting as things stand after a round; equal requests share one instance. */
public final class Reasons {
  private final FreeResources free;
  private final FreeResources emptied;
  private final Map<ResourceRequest, List<WaitReason>> known = new HashMap<>();

  /**
   * Reasons as things stand with this room.
   *
   * @param emptied the same nodes with no job on them; not changed
   */
  Reasons(FreeResources free, FreeResources emptied) {
    this.free = free;
    this.emptied = emptied;
  }

  /** The lack of free resources that keeps the request waiting, or nothing when it would fit. */
  public List<WaitReason> resources(ResourceRequest request) {
    return known.computeIfAbsent(request, r -> free.holds(r) ? List.of() : List.of(shortOf(r)));
  }

  private WaitReason shortOf(ResourceRequest request) {
    if (request.isPack()) {
      return shortOfPack(request);
    }
    TaskShape shape = TaskShape.of(request);
    FitTable now = free.fit(shape);
    return new WaitReason.Resources(
        emptied.fewestNodes(request),
        now.nodes(),
        request.tasks(),
        (int) Math.min(now.tasksOnRoomiest(request.maxNodes()), Integer.MAX_VALUE));
  }

  /** Nodes and tasks of all components, as far as each alone would find room. */
  private WaitReason shortOfPack(ResourceRequest pack) {
    int nodes = 0;
    long tasks = 0;
    for (ResourceRequest component : pack.components()) {
      FitTable now = free.fit(TaskShape.of(component));
      nodes = Math.max(nodes, now.nodes());
      tasks += Math.min(component.tasks(), now.tasksOnRoomiest(component.maxNodes()));
    }
    return new WaitReason.Resources(
        emptied.fewestNodes(pack),
        nodes,
        pack.allTasks(),
        (int) Math.min(tasks, Integer.MAX_VALUE));
  }
}
