package io.pliant.runtime.node.step;

import io.pliant.core.id.AttemptId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.node.AgentTruth;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Resources;
import io.pliant.runtime.node.folder.SliceUse;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Whether a launch fits beside what has tasks on a node. A controller may, after a long pause,
 * believe that tasks are gone that are not; so the node itself never lets two jobs use the same
 * part of it.
 */
final class NodeRoom {
  private NodeRoom() {}

  /**
   * True when the launch's slice fits beside those of all other attempts with tasks here, and no
   * more steps run than an agent may tell of.
   */
  static boolean fits(StepLaunch launch, NodeCapacity capacity, Collection<StepWatch> steps) {
    AttemptId own = launch.step().attemptId();
    Map<AttemptId, SliceUse> used = new HashMap<>();
    int running = 0;
    for (StepWatch watch : steps) {
      if (!watch.over()) {
        running++;
        used.merge(watch.step().attemptId(), watch.slice(), SliceUse::larger);
      }
    }
    if (running >= AgentTruth.MOST_RUNNING) {
      return false;
    }
    if (used.containsKey(own)) {
      return true;
    }
    Resources all = capacity.resources();
    for (SliceUse other : used.values()) {
      all = all.without(other.held());
    }
    return all.covers(launch.resources());
  }
}
