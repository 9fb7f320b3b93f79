package io.pliant.runtime.node.folder;

import io.pliant.core.launch.StepLaunch;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Resources;
import io.pliant.runtime.confinement.CpuList;

/**
 * What a job's attempt holds of this node, as it stands in the spec file of each of its steps.
 *
 * @param held the slice
 * @param pinned cpus of the host that its tasks alone have, or none
 */
public record SliceUse(Resources held, CpuList pinned) {
  /** Key of the cpus in a step's spec file. */
  static final String CPUS = "slicecpus";

  /** Key of the megabytes in a step's spec file. */
  static final String MEMORY = "slicememory";

  /** Key of the counts of further kinds in a step's spec file. */
  static final String KINDS = "slicekinds";

  /** Key of the cpus' numbers in a step's spec file. */
  static final String PINNED = "slicelist";

  public static final SliceUse NONE = new SliceUse(Resources.NONE, CpuList.NONE);

  private static final String SEPARATOR = "\0";

  public static SliceUse of(StepLaunch launch) {
    return new SliceUse(launch.resources(), CpuList.NONE);
  }

  /** The same on these cpus of the host. */
  public SliceUse on(CpuList list) {
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

  /** The larger of two steps of one attempt, dimension by dimension. */
  public SliceUse larger(SliceUse other) {
    return new SliceUse(held.most(other.held), pinned);
  }
}
