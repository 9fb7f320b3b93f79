package io.pliant.runtime.node.folder;

import io.pliant.runtime.confinement.CpuList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * To which cpus of the host the tasks of a step are held.
 *
 * @param pinned cpus that its job alone has, or none
 * @param each cpus of each task, in their order on the node; empty where tasks have all of these
 * @param report word with which each task says to which cpus it is bound, or null
 * @param note what the user is told as soon as the tasks run, or null
 */
public record TaskCpus(
    CpuList pinned, List<CpuList> each, @Nullable String report, @Nullable String note) {
  public TaskCpus {
    each = List.copyOf(each);
  }

  /** Tasks that have all cpus of their job. */
  public static TaskCpus all(CpuList pinned) {
    return new TaskCpus(pinned, List.of(), null, null);
  }
}
