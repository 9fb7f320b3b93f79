package io.pliant.core.partition;

import io.pliant.core.placement.FreeResources;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.WaitingJob;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a long queue ends for a round: behind a number of jobs that could start if no job ran. Jobs
 * that could not, or wait for something besides nodes, keep nobody waiting, so they do not count.
 */
final class QueueCut {
  private final @Nullable FreeResources emptied;
  private final Instant now;
  private final Map<ResourceRequest, Boolean> known = new HashMap<>();
  private int left;

  private QueueCut(@Nullable FreeResources emptied, Instant now, int left) {
    this.emptied = emptied;
    this.now = now;
    this.left = left;
  }

  /**
   * @param most number of jobs that could start; the greatest number for all
   */
  static QueueCut of(List<NodeView> nodes, Instant now, int most) {
    return new QueueCut(
        most == Integer.MAX_VALUE ? null : FreeResources.of(nodes).emptied(), now, most);
  }

  boolean reached() {
    return left <= 0;
  }

  /** One more job is before the end. */
  void passed(WaitingJob job) {
    FreeResources all = emptied;
    if (all != null && job.eligible(now) && forNodesAlone(job.resources())) {
      left -= known.computeIfAbsent(job.resources(), all::holds) ? 1 : 0;
    }
  }

  private static boolean forNodesAlone(ResourceRequest request) {
    NodeChoice choice = request.choice();
    return request.licences() == null
        && request.spread() == null
        && (choice == null || choice.reservation() == null);
  }
}
