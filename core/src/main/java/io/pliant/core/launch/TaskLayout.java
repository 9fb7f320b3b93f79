package io.pliant.core.launch;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Slice;
import java.util.List;

/**
 * How many tasks run on each of some nodes.
 *
 * @param nodes nodes in rank order
 * @param counts number of tasks on each, at least 1
 */
record TaskLayout(List<NodeName> nodes, List<Integer> counts) {

  TaskLayout {
    nodes = List.copyOf(nodes);
    counts = List.copyOf(counts);
  }

  /** Each slice with the tasks that the job has there; slices without tasks are left out. */
  static TaskLayout ofJob(List<Slice> slices) {
    List<Slice> withTasks = slices.stream().filter(slice -> slice.tasks() > 0).toList();
    if (withTasks.isEmpty()) {
      return new TaskLayout(List.of(slices.getFirst().node()), List.of(1));
    }
    return new TaskLayout(
        withTasks.stream().map(Slice::node).toList(),
        withTasks.stream().map(Slice::tasks).toList());
  }

  int tasks() {
    return counts.stream().mapToInt(Integer::intValue).sum();
  }
}
