package io.pliant.core.placement;

import io.pliant.core.resource.ResourceRequest;
import java.util.Arrays;

/** How many nodes have room for how many tasks of one {@link TaskShape}: a histogram. */
public final class FitTable {
  private final int[] nodesWithRoomFor;
  private final int nodes;

  private FitTable(int[] nodesWithRoomFor, int nodes) {
    this.nodesWithRoomFor = nodesWithRoomFor;
    this.nodes = nodes;
  }

  /** Builds the table from the number of tasks that each node has room for. */
  public static FitTable of(int[] tasksByNode) {
    int most = 0;
    for (int tasks : tasksByNode) {
      most = Math.max(most, tasks);
    }
    int[] histogram = new int[most + 1];
    for (int tasks : tasksByNode) {
      histogram[tasks]++;
    }
    return new FitTable(histogram, tasksByNode.length - histogram[0]);
  }

  /**
   * The same of classes of nodes.
   *
   * @param tasks room for tasks on each node of a class
   * @param nodes number of nodes in each class
   */
  static FitTable of(int[] tasks, int[] nodes) {
    int[] histogram = new int[Arrays.stream(tasks).max().orElse(0) + 1];
    int all = 0;
    for (int i = 0; i < tasks.length; i++) {
      histogram[tasks[i]] += nodes[i];
      all += nodes[i];
    }
    return new FitTable(histogram, all - histogram[0]);
  }

  /** Number of nodes with room for at least one task. */
  public int nodes() {
    return nodes;
  }

  /** Tasks for which the roomiest node has room; 0 when none has any. */
  int roomiest() {
    int room = nodesWithRoomFor.length - 1;
    while (room > 0 && nodesWithRoomFor[room] == 0) {
      room--;
    }
    return room;
  }

  /** Number of nodes with room for at least so many tasks, of which there is one or more. */
  int nodesWithRoomFor(int tasks) {
    int found = 0;
    for (int room = nodesWithRoomFor.length - 1; room >= tasks; room--) {
      found += nodesWithRoomFor[room];
    }
    return found;
  }

  /** Tasks that the {@code count} roomiest nodes hold together. */
  public long tasksOnRoomiest(int count) {
    long held = 0;
    int left = count;
    for (int room = nodesWithRoomFor.length - 1; room > 0 && left > 0; room--) {
      int used = Math.min(left, nodesWithRoomFor[room]);
      held += (long) used * room;
      left -= used;
    }
    return held;
  }

  /**
   * True when the request has a placement: enough nodes, each with a task, and all tasks placed.
   */
  public boolean holds(ResourceRequest request) {
    return fewestNodes(request) > 0;
  }

  /**
   * Least number of nodes, within the bounds of the request, that hold all its tasks with at least
   * one task on each; 0 when there is no such number.
   */
  public int fewestNodes(ResourceRequest request) {
    int most = Math.min(Math.min(request.maxNodes(), request.tasks()), nodes);
    long missing = request.tasks();
    int used = 0;
    for (int room = nodesWithRoomFor.length - 1; room > 0 && missing > 0; room--) {
      long wanted = Math.ceilDiv(missing, (long) room);
      int taken = (int) Math.min(wanted, nodesWithRoomFor[room]);
      used += taken;
      missing -= (long) taken * room;
    }
    int fewest = Math.max(used, request.minNodes());
    return missing > 0 || fewest > most ? 0 : fewest;
  }
}
