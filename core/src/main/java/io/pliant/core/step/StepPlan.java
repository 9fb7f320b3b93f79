package io.pliant.core.step;

import io.pliant.core.id.NodeName;
import io.pliant.core.spec.ByteCount;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StreamFiles;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where and how a step runs.
 *
 * @param name step name as shown in accounting
 * @param nodes nodes in rank order
 * @param tasksPerNode number of tasks on each of {@code nodes}; same length
 * @param command program and arguments; empty for the batch script and for the job's own command
 * @param environment variables of the caller, in place of the job's; empty for the job's own
 * @param workingDirectory absolute path
 * @param files patterns of its streams
 * @param io attached client, or null
 * @param joining what it joins, or null for a step of its own
 * @param holding what it has for itself, or null when it shares all with other steps
 */
public record StepPlan(
    String name,
    List<NodeName> nodes,
    List<Integer> tasksPerNode,
    List<String> command,
    Map<String, String> environment,
    String workingDirectory,
    StreamFiles files,
    @Nullable StepIo io,
    @Nullable Joining joining,
    @Nullable StepHolding holding) {
  public StepPlan {
    nodes = List.copyOf(nodes);
    tasksPerNode = List.copyOf(tasksPerNode);
    command = List.copyOf(command);
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    if (nodes.isEmpty() || nodes.size() != tasksPerNode.size()) {
      throw new IllegalArgumentException(
          "Expected one task count for each of at least one node, but got %d nodes and %d counts."
              .formatted(nodes.size(), tasksPerNode.size()));
    }
  }

  /** A step of its own. */
  public StepPlan(
      String name,
      List<NodeName> nodes,
      List<Integer> tasksPerNode,
      List<String> command,
      Map<String, String> environment,
      String workingDirectory,
      StreamFiles files,
      @Nullable StepIo io) {
    this(name, nodes, tasksPerNode, command, environment, workingDirectory, files, io, null, null);
  }

  /** Bytes of command and environment, which only a launch needs. */
  public long payloadBytes() {
    return ByteCount.of(command) + ByteCount.of(environment);
  }

  /** The same without command and environment. */
  StepPlan withoutPayload() {
    return with(List.of(), Collections.emptyMap());
  }

  /** The same with another command and environment. */
  public StepPlan with(List<String> words, Map<String, String> variables) {
    return new StepPlan(
        name, nodes, tasksPerNode, words, variables, workingDirectory, files, io, joining, holding);
  }

  /** The same with what it has for itself. */
  public StepPlan with(@Nullable StepHolding own) {
    return new StepPlan(
        name, nodes, tasksPerNode, command, environment, workingDirectory, files, io, joining, own);
  }

  public int totalTasks() {
    return tasksPerNode.stream().mapToInt(Integer::intValue).sum();
  }

  /** Rank of the first task on the node at {@code index}. */
  public int firstRank(int index) {
    return tasksPerNode.subList(0, index).stream().mapToInt(Integer::intValue).sum();
  }
}
