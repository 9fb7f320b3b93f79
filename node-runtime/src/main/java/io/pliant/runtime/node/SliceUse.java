package io.pliant.runtime.node;

import io.pliant.core.id.AttemptId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.node.AgentTruth;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Resources;
import io.pliant.runtime.confinement.CpuList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * What a job's attempt holds of this node. A controller may, after a long pause, believe that tasks
 * are gone that are not; so the node itself never lets two jobs use the same part of it.
 *
 * @param held the slice
 * @param pinned cpus of the host that its tasks alone have, or none
 */
record SliceUse(Resources held, CpuList pinned) {
  /** Key of the cpus in a step's spec file. */
  static final String CPUS = "slicecpus";

  /** Key of the megabytes in a step's spec file. */
  static final String MEMORY = "slicememory";

  /** Key of the counts of further kinds in a step's spec file. */
  static final String KINDS = "slicekinds";

  /** Key of the cpus' numbers in a step's spec file. */
  static final String PINNED = "slicelist";

  static final SliceUse NONE = new SliceUse(Resources.NONE, CpuList.NONE);

  private static final String SEPARATOR = "\0";

  static SliceUse of(StepLaunch launch) {
    return new SliceUse(launch.resources(), CpuList.NONE);
  }

  /** The same on these cpus of the host. */
  SliceUse on(CpuList list) {
    return new SliceUse(held, list);
  }

  /** The same with those kinds. */
  SliceUse with(Kinds kinds) {
    return new SliceUse(new Resources(held.cpus(), held.memoryMb(), kinds), pinned);
  }

  /** Reads it back from the text of a spec file; {@link #NONE} when it is not there. */
  static SliceUse parse(String spec) {
    String[] words = spec.split(SEPARATOR, -1);
    int cpus = 0;
    int memory = 0;
    Kinds kinds = Kinds.NONE;
    CpuList pinned = CpuList.NONE;
    for (int i = 0; i + 1 < words.length; i += 2) {
      switch (words[i]) {
        case CPUS -> cpus = Integer.parseInt(words[i + 1]);
        case MEMORY -> memory = Integer.parseInt(words[i + 1]);
        case KINDS -> kinds = Kinds.parse(words[i + 1]);
        case PINNED -> pinned = CpuList.parse(words[i + 1]);
        default -> {}
      }
    }
    return new SliceUse(new Resources(cpus, memory, kinds), pinned);
  }

  /**
   * True when the launch's slice fits beside those of all other attempts with tasks here, and no
   * more steps run than an agent may tell of.
   */
  static boolean roomFor(StepLaunch launch, NodeCapacity capacity, Collection<StepWatch> steps) {
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
    Resources all = launch.resources();
    for (SliceUse other : used.values()) {
      all = all.plus(other.held);
    }
    return capacity.resources().covers(all);
  }

  private SliceUse larger(SliceUse other) {
    return new SliceUse(held.most(other.held), pinned);
  }
}
