package io.pliant.core.placement;

import io.pliant.core.resource.CoreRule;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.WholeCores;
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
 * @param cores how its tasks lie on cores, or null as it comes
 * @param memoryMbPerCpu megabytes for each cpu that tasks use, or 0
 * @param counted whether it says how many tasks there are on each node
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
    boolean overcommit,
    @Nullable CoreRule cores,
    int memoryMbPerCpu,
    boolean counted) {
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
        overcommit,
        request.cores(),
        perCpu == null || request.cores() == null ? 0 : perCpu.megabytes(),
        asked != null && request.cores() != null);
  }

  /** Tasks that fit on a node that no job uses; 0 when none does. */
  public int tasksOn(NodeCapacity node) {
    Resources all = node.resources();
    return withKinds(tasksOn(all.cpus(), all.memoryMb(), node), all);
  }

  /** The same of these resources, all cpus being single ones. */
  public int tasksOn(Resources resources) {
    return withKinds(tasksOn(resources.cpus(), resources.memoryMb()), resources);
  }

  private int withKinds(int tasks, Resources resources) {
    if (kindsPerNode != null && !resources.kinds().covers(kindsPerNode)) {
      return 0;
    }
    return kindsPerTask == null ? tasks : Math.min(tasks, kindsPerTask.timesIn(resources.kinds()));
  }

  /** The same of what is left of a node that has enough of all kinds. */
  int tasksOn(int cpus, int memoryMb, NodeCapacity node) {
    if (cores == null) {
      return tasksOn(cpus, memoryMb);
    }
    int most = Math.min(mostTasks, cores.most(node, counted));
    WholeCores whole = cores.on(node);
    if (whole == null) {
      return Math.min(most, tasksOn(cpus, memoryMb));
    }
    int tasks = cores.tasks(whole, cpus, cpusPerTask);
    long first = cores.cpus(whole, 1, cpusPerTask) / whole.threads() * whole.used();
    long used = Math.max(first, (long) Math.ceilDiv(leastCpus, whole.used()) * whole.used());
    if (memoryMb < memoryMbPerNode
        || memoryMb < used * memoryMbPerCpu
        || whole.usable(cpus) < used
        || tasks < 1) {
      return 0;
    }
    if (overcommit) {
      return Math.min(most, Layout.sharing(tasks));
    }
    if (memoryMbPerCpu > 0) {
      int affordable = memoryMb / memoryMbPerCpu / whole.used() * whole.threads();
      tasks = Math.min(tasks, cores.tasks(whole, affordable, cpusPerTask));
    }
    return Math.min(tasks, most);
  }

  /** The same on a node of single cpus. */
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
