package io.pliant.core.step;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/** One step of the current attempt and how it stands on each of its nodes. */
public record StepState(
    int step, StepPlan plan, Instant createdAt, TreePMap<NodeName, NodeStep> nodes) {

  public static StepState ordered(int step, StepPlan plan, Instant at) {
    TreePMap<NodeName, NodeStep> nodes = TreePMap.empty();
    for (NodeName node : plan.nodes()) {
      nodes = nodes.plus(node, NodeStep.ORDERED);
    }
    return new StepState(step, plan, at, nodes);
  }

  /** True when no node has a task of it left. */
  public boolean ended() {
    return nodes.values().stream().allMatch(NodeStep::ended);
  }

  /** When its first task started, or null. */
  public @Nullable Instant startedAt() {
    return nodes.values().stream()
        .map(NodeStep::startedAt)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  /** When its last task was gone, or null while one may run. */
  public @Nullable Instant endedAt() {
    return !ended()
        ? null
        : nodes.values().stream()
            .map(NodeStep::endedAt)
            .filter(Objects::nonNull)
            .max(Comparator.naturalOrder())
            .orElse(null);
  }

  /** For how long its tasks ran, summed over its nodes; null while one may run. */
  public @Nullable Duration nodeTime() {
    return !ended()
        ? null
        : nodes.values().stream().map(NodeStep::ranFor).reduce(Duration.ZERO, Duration::plus);
  }

  /** What its tasks used on the nodes where they are gone, or null when nothing is known of it. */
  public @Nullable StepUsage usage() {
    StepUsage sum = null;
    for (NodeStep node : nodes.values()) {
      sum = StepUsage.sum(sum, node.usage());
    }
    return sum;
  }

  /**
   * How its tasks have ended; of a program that changes size, those that it did not go on without.
   */
  public Ends ends() {
    return new Ends(step == StepId.PROGRAM ? counted() : List.copyOf(nodes.values()));
  }

  /** How it stands on the nodes that say something about how the job ended. */
  public List<NodeStep> counted() {
    return nodes.values().stream().filter(on -> !on.excused()).toList();
  }

  /** Highest exit status that counts; a failed launch or a lost node counts as code 1. */
  public ExitStatus worstExit() {
    return ends().worstExit();
  }

  /** True when on some node the tasks are gone for this reason. */
  public boolean anyEnd(StepEnd end) {
    return ends().any(end);
  }

  /**
   * True when its tasks on some node could not be started or were lost: those of the other nodes
   * would wait for them for ever, or work in vain.
   */
  public boolean incomplete() {
    return anyEnd(StepEnd.LAUNCH_FAILED) || anyEnd(StepEnd.NODE_FAULT) || anyEnd(StepEnd.LOST);
  }

  /** First message of a node about what went wrong, or empty. */
  public String message() {
    return ends().message();
  }

  /** True when each of its nodes has started it or will never. */
  boolean launched() {
    return nodes.values().stream().allMatch(on -> on.started() || on.ended());
  }

  /**
   * No attempt of a step starts twice on a node: once launched, nobody needs what it was to run.
   */
  public StepState with(NodeName node, NodeStep state) {
    StepState next = new StepState(step, plan, createdAt, nodes.plus(node, state));
    return plan.payloadBytes() == 0 || !next.launched()
        ? next
        : new StepState(step, plan.withoutPayload(), createdAt, next.nodes);
  }
}
