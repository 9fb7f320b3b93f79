package io.pliant.core.launch;

import io.pliant.core.spec.ReservedVariables;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The environment of one task: that of its launch order and the variables of its rank. */
public final class TaskEnvironment {

  private TaskEnvironment() {}

  /**
   * All variables of a task.
   *
   * @param localIndex position of the task among those of the launch, from 0
   */
  public static Map<String, String> forRank(StepLaunch launch, int localIndex) {
    if (localIndex < 0 || localIndex >= launch.taskCount()) {
      throw new IllegalArgumentException(
          "Expected a local task index below %d, but got %d."
              .formatted(launch.taskCount(), localIndex));
    }
    Map<String, String> variables = new TreeMap<>(launch.environment());
    int rank = launch.rank(localIndex);
    ReservedVariables.put(variables, "SLURM_PROCID", Integer.toString(rank));
    ReservedVariables.put(variables, "SLURM_LOCALID", Integer.toString(localIndex));
    ReservedVariables.put(variables, "SLURM_NODEID", Integer.toString(launch.nodeIndex()));
    ReservedVariables.put(variables, "SLURMD_NODENAME", launch.node().value());
    ReservedVariables.put(variables, "SLURM_GTIDS", ranks(launch));
    ReservedVariables.put(variables, "SLURM_TOPOLOGY_ADDR", launch.node().value());
    ReservedVariables.put(variables, "SLURM_TOPOLOGY_ADDR_PATTERN", "node");
    DeviceVariables.narrow(variables, launch, localIndex);
    if (launch.malleable()) {
      variables.put("PLIANT_ADAPT_TASK", launch.step().taskKey(rank));
    }
    return Collections.unmodifiableMap(variables);
  }

  private static String ranks(StepLaunch launch) {
    return IntStream.range(0, launch.taskCount())
        .mapToObj(task -> Integer.toString(launch.rank(task)))
        .collect(Collectors.joining(","));
  }
}
