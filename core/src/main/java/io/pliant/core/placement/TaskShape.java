package io.pliant.core.placement;

import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;

/**
 * What one task, and one node of a job, needs; requests that differ only in their counts share it.
 *
 * @param cpusPerTask cpus for each task, at least 1
 * @param memoryMbPerNode megabytes on each node
 * @param exclusive only nodes that no other job uses
 * @param mostTasks largest number of tasks on one node
 */
public record TaskShape(int cpusPerTask, int memoryMbPerNode, boolean exclusive, int mostTasks) {
  /**
   * A node counts for at most this many tasks, so that a wrong report of a node costs no memory.
   */
  public static final int MOST_TASKS_ON_A_NODE = 65_536;

  public static TaskShape of(ResourceRequest request) {
    Integer asked = request.maxTasksPerNode();
    return new TaskShape(
        request.cpusPerTask(),
        request.memoryMbPerNode(),
        request.exclusive(),
        asked == null ? MOST_TASKS_ON_A_NODE : Math.min(asked, MOST_TASKS_ON_A_NODE));
  }

  /** Tasks that an empty node of that capacity holds. */
  public int tasksOn(NodeCapacity capacity) {
    return tasksOn(capacity.cpus(), capacity.memoryMb());
  }

  /** Tasks that fit into that many cpus and megabytes of one node; 0 when none does. */
  public int tasksOn(int cpus, int memoryMb) {
    if (memoryMb < memoryMbPerNode || cpus < cpusPerTask) {
      return 0;
    }
    int tasks = cpusPerTask == 1 ? cpus : cpus / cpusPerTask; // divisions dominate a large round
    return Math.min(tasks, mostTasks);
  }
}
