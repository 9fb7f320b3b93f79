package io.pliant.core.placement;

import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * What one task, and one node of a job, needs; requests that differ only in their counts share it.
 *
 * @param cpusPerTask cpus for each task, at least 1
 * @param memoryMbPerNode megabytes on each node
 * @param memoryMbPerTask megabytes for each task, or 0
 * @param exclusive only nodes that no other job uses
 * @param mostTasks largest number of tasks on one node
 * @param kindsPerNode what else is needed on each node, or null for nothing
 * @param kindsPerTask what else is needed for each task, or null for nothing
 * @param leastCpus cpus taken of each node at least, or 0
 * @param choice which nodes it may have, or null for any
 * @param overcommit all tasks of a node share the cpus of one
 */
public record TaskShape(
    int cpusPerTask,
    int memoryMbPerNode,
    int memoryMbPerTask,
    boolean exclusive,
    int mostTasks,
    @Nullable Kinds kindsPerNode,
    @Nullable Kinds kindsPerTask,
    int leastCpus,
    @Nullable NodeChoice choice,
    boolean overcommit) {
  /**
   * A node counts for at most this many tasks, so that a wrong report of a node costs no memory.
   */
  public static final int MOST_TASKS_ON_A_NODE = 65_536;

  public static TaskShape of(ResourceRequest request) {
    Integer asked = request.maxTasksPerNode();
    MemoryPerCpu perCpu = request.memoryPerCpu();
    boolean overcommit = request.overcommits();
    int cpus = request.cpusPerTask();
    int least = request.leastCpusPerNode();
    int always = overcommit ? Math.max(least, cpus) : least;
    int most = overcommit ? Math.min(request.tasks(), MOST_TASKS_ON_A_NODE) : MOST_TASKS_ON_A_NODE;
    return new TaskShape(
        cpus,
        perCpu == null || always == 0 ? request.memoryMbPerNode() : perCpu.forCpus(always),
        perCpu == null || overcommit ? 0 : perCpu.forCpus(cpus),
        request.exclusive(),
        asked == null ? most : Math.min(asked, most),
        request.kindsPerNode(),
        request.kindsPerTask(),
        least,
        request.choice(),
        overcommit);
  }

  /** Tasks that fit into those resources of one node; 0 when none does. */
  public int tasksOn(Resources resources) {
    if (kindsPerNode != null && !resources.kinds().covers(kindsPerNode)) {
      return 0;
    }
    int tasks = tasksOn(resources.cpus(), resources.memoryMb());
    return kindsPerTask == null ? tasks : Math.min(tasks, kindsPerTask.timesIn(resources.kinds()));
  }

  /** The same on a node that has enough of all kinds. */
  int tasksOn(int cpus, int memoryMb) {
    if (memoryMb < memoryMbPerNode || cpus < cpusPerTask || cpus < leastCpus) {
      return 0;
    }
    int tasks = cpusPerTask == 1 ? cpus : cpus / cpusPerTask; // divisions dominate a large round
    if (overcommit) {
      return Math.min(mostTasks, Layout.sharing(tasks));
    }
    if (memoryMbPerTask > 0) {
      tasks = Math.min(tasks, memoryMb / memoryMbPerTask);
    }
    return Math.min(tasks, mostTasks);
  }
}
