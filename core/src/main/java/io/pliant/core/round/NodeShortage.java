package io.pliant.core.round;

import io.pliant.core.id.NodeName;
import io.pliant.core.placement.Feasibility;
import io.pliant.core.placement.FitTable;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.placement.TaskShape;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Resources;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells the jobs that could not start even if no job ran, since nodes that they need are down,
 * drained or gone. No policy lets such a job keep others waiting: nobody knows when a node returns.
 */
final class NodeShortage {
  private final ClusterView view;
  private final FreeResources emptied;
  private final Map<ResourceRequest, List<WaitReason>> known = new HashMap<>();
  private final int available;
  private final Resources least;

  NodeShortage(ClusterView view, FreeResources emptied) {
    this.view = view;
    this.emptied = emptied;
    this.available = emptied.idleNodes();
    this.least = emptied.leastOfANode();
  }

  /** Why the job cannot start on the nodes that are available, even alone; empty when it can. */
  List<WaitReason> reasons(ResourceRequest request) {
    boolean any = request.choice() == null && request.cores() == null && !request.isPack();
    return any && surelyHolds(request) || emptied.holds(request)
        ? List.of()
        : known.computeIfAbsent(request, r -> List.of(shortage(r)));
  }

  /** True only if it holds; the quick answer for most of a long queue. */
  private boolean surelyHolds(ResourceRequest request) {
    int usable = Math.min(Math.min(request.maxNodes(), request.tasks()), available);
    int tasks = TaskShape.of(request).tasksOn(least);
    return usable >= request.minNodes() && (long) usable * tasks >= request.tasks();
  }

  private WaitReason shortage(ResourceRequest request) {
    TreeMap<NodeName, NodeCapacity> all = new TreeMap<>();
    view.nodes().forEach(node -> all.put(node.name(), node.capacity()));
    String never = Feasibility.refuse(view.partition(), request, all);
    if (never != null) {
      return new WaitReason.Infeasible(never);
    }
    if (request.isPack()) {
      return new WaitReason.NodesUnavailable(
          view.nodes().size() - available, request.leastNodes(), available, example());
    }
    TaskShape shape = TaskShape.of(request);
    FitTable table = Feasibility.table(request, all);
    int unavailable = (int) view.nodes().stream().filter(n -> !n.available()).count();
    return new WaitReason.NodesUnavailable(
        unavailable, table.fewestNodes(request), emptied.fit(shape).nodes(), example());
  }

  private @Nullable String example() {
    for (NodeView node : view.nodes()) {
      if (!node.available()) {
        return node.name().value();
      }
    }
    return null;
  }
}
