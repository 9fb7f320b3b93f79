package io.pliant.core.pool;

import io.pliant.core.placement.TaskShape;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;

/**
 * Whole nodes that a job needs of a pool, on each of which it places the same number of tasks.
 *
 * @param nodes how many
 * @param tasks at most so many on each
 */
public record NodeNeed(int nodes, int tasks) {
  /** It cannot run on whole nodes like that. */
  public static final NodeNeed NEVER = new NodeNeed(0, 0);

  /**
   * What a request needs of nodes of that capacity.
   *
   * @return {@link #NEVER} when no number of them, within the bounds of the request, holds it
   */
  public static NodeNeed of(ResourceRequest request, NodeCapacity like) {
    int room = TaskShape.of(request).tasksOn(like);
    if (room < 1) {
      return NEVER;
    }
    int nodes = Math.max(request.minNodes(), Math.ceilDiv(request.tasks(), room));
    return nodes > request.maxNodes() || nodes > request.tasks()
        ? NEVER
        : new NodeNeed(nodes, Math.ceilDiv(request.tasks(), nodes));
  }

  /** True when any nodes will do for it, which is all that is known of nodes of others. */
  public static boolean asksForAnyNodes(ResourceRequest request) {
    return !request.isPack()
        && request.spread() == null
        && request.choice() == null
        && request.cores() == null
        && request.distribution() == null
        && request.licences() == null
        && request.kindsPerNode() == null
        && request.kindsPerTask() == null;
  }

  /** True when there is such a number of nodes. */
  public boolean possible() {
    return nodes > 0;
  }

  /** True when the node holds as many of its tasks as it must. */
  public boolean fits(ResourceRequest request, NodeCapacity node) {
    return TaskShape.of(request).tasksOn(node) >= tasks;
  }
}
