package io.pliant.core.step;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Distribution;
import io.pliant.core.spec.ByteCount;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StreamFiles;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
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
 * @param distribution which rank is on which node, or null for blocks; and in journals from before
 *     there was a choice
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
    @Nullable StepHolding holding,
    @Nullable Distribution distribution) {
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
    this(
        name,
        nodes,
        tasksPerNode,
        command,
        environment,
        workingDirectory,
        files,
        io,
        null,
        null,
        null);
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
    return changed(words, variables, holding, distribution);
  }

  /** The same with what it has for itself. */
  public StepPlan with(@Nullable StepHolding own) {
    return changed(command, environment, own, distribution);
  }

  /** The same with its ranks in another order. */
  public StepPlan in(@Nullable Distribution order) {
    return changed(command, environment, holding, order);
  }

  private StepPlan changed(
      List<String> words,
      Map<String, String> variables,
      @Nullable StepHolding own,
      @Nullable Distribution order) {
    return new StepPlan(
        name,
        nodes,
        tasksPerNode,
        words,
        variables,
        workingDirectory,
        files,
        io,
        joining,
        own,
        order);
  }

  public int totalTasks() {
    return tasksPerNode.stream().mapToInt(Integer::intValue).sum();
  }

  /** Rank of the first task on the node at {@code index}. */
  public int firstRank(int index) {
    return distribution == null ? before(index) : ranks(index).getFirst();
  }

  private int before(int index) {
    return tasksPerNode.subList(0, index).stream().mapToInt(Integer::intValue).sum();
  }

  /** Ranks of the tasks on the node at {@code index}, rising. */
  public List<Integer> ranks(int index) {
    int count = tasksPerNode.get(index);
    if (distribution != null && distribution.places() != null) {
      List<NodeName> places = distribution.places();
      return IntStream.range(0, places.size())
          .filter(rank -> places.get(rank).equals(nodes.get(index)))
          .boxed()
          .toList();
    }
    if (distribution != null && distribution.plane() > 0) {
      return IntStream.range(0, count).mapToObj(task -> inPlanes(index, task)).toList();
    }
    int first = before(index);
    return IntStream.range(first, first + count).boxed().toList();
  }

  /** Rounds in which each node gets a row of tasks in turn, as long as it lacks some. */
  private int inPlanes(int index, int task) {
    int row = Objects.requireNonNull(distribution).plane();
    int round = task / row;
    int rank = task % row;
    for (int node = 0; node < nodes.size(); node++) {
      int count = tasksPerNode.get(node);
      long most = (long) (node < index ? round + 1 : round) * row;
      rank += (int) Math.min(count, most);
    }
    return rank;
  }
}
