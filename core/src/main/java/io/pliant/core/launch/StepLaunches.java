package io.pliant.core.launch;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.EarlyWarning;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.step.Joining;
import io.pliant.core.step.StepHolding;
import io.pliant.core.step.StepPlan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the order to one node to start its tasks of a step. */
public final class StepLaunches {

  private StepLaunches() {}

  /** The order for the node at {@code nodeIndex} of the plan; equal arguments give equal orders. */
  public static StepLaunch of(
      JobId job,
      JobSpec spec,
      StepId step,
      Allocation granted,
      StepPlan plan,
      int nodeIndex,
      LaunchTerms terms) {
    Allocation allocation = withJoining(granted, plan);
    Slice slice = slice(allocation, plan.nodes().get(nodeIndex));
    StepContext context = new StepContext(job, spec, step, allocation, plan, nodeIndex, terms);
    Payload.BatchScript script = scriptOf(spec, step);
    return new StepLaunch(
        step,
        spec.name(),
        plan.nodes().get(nodeIndex),
        terms.partition(),
        terms.term(),
        spec.submitter(),
        script == null ? null : script.script(),
        script == null ? command(spec, plan) : script.arguments(),
        plan.firstRank(nodeIndex),
        plan.tasksPerNode().get(nodeIndex),
        plan.totalTasks(),
        nodeIndex,
        JobEnvironment.of(context),
        plan.workingDirectory(),
        files(context),
        plan.io(),
        terms.deadline(),
        terms.killGraceSeconds(),
        slice.cpus(),
        slice.memoryMb(),
        terms.startedAt().toEpochMilli(),
        terms.timeLeft(),
        slice.kinds(),
        kindsPerTask(spec, step, plan, allocation, nodeIndex),
        warning(spec, step),
        ranks(plan, nodeIndex),
        slice.cores(),
        ownKinds(plan, slice.node()));
  }

  /** What a step that asks for devices has of them on a node, or null when it shares the job's. */
  static @Nullable Kinds ownKinds(StepPlan plan, NodeName node) {
    StepHolding holding = plan.holding();
    Slice own = holding == null ? null : holding.on(node);
    return own == null ? null : own.kinds();
  }

  private static @Nullable List<Integer> ranks(StepPlan plan, int nodeIndex) {
    if (plan.distribution() == null) {
      return null;
    }
    List<Integer> ranks = plan.ranks(nodeIndex);
    boolean inOneBlock = ranks.getLast() - ranks.getFirst() == ranks.size() - 1;
    return inOneBlock ? null : ranks;
  }

  private static @Nullable EarlyWarning warning(JobSpec spec, StepId step) {
    EarlyWarning warning = spec.warning();
    return warning != null && warning.scriptAlone() == step.isBatch() ? warning : null;
  }

  /**
   * A step that asks for devices shares them out among its tasks, else the job's are as it says.
   */
  private static @Nullable Kinds kindsPerTask(
      JobSpec spec, StepId step, StepPlan plan, Allocation allocation, int nodeIndex) {
    StepHolding holding = plan.holding();
    if (holding != null && holding.slices().stream().anyMatch(s -> s.kinds() != null)) {
      return holding.kindsPerTask();
    }
    NodeName node = plan.nodes().get(nodeIndex);
    return step.isBatch()
        ? null
        : PackSteps.asked(spec.resources(), allocation, node).kindsPerTask();
  }

  /** The job's nodes and those on which a step joins it, which are not yet the job's. */
  private static Allocation withJoining(Allocation granted, StepPlan plan) {
    Joining joining = plan.joining();
    if (joining == null) {
      return granted;
    }
    List<Slice> slices = new ArrayList<>(granted.slices());
    joining.slices().stream().filter(s -> !granted.nodes().contains(s.node())).forEach(slices::add);
    return new Allocation(slices);
  }

  private static Slice slice(Allocation allocation, NodeName node) {
    return allocation.slices().stream()
        .filter(slice -> slice.node().equals(node))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "Expected node %s in the allocation %s, but it is not."
                    .formatted(node, allocation.nodes())));
  }

  private static Payload.@Nullable BatchScript scriptOf(JobSpec spec, StepId step) {
    return step.isBatch() && spec.payload() instanceof Payload.BatchScript script ? script : null;
  }

  private static List<String> command(JobSpec spec, StepPlan plan) {
    return plan.command().isEmpty() && spec.payload() instanceof Payload.ParallelCommand own
        ? own.command()
        : plan.command();
  }

  private static StreamFiles files(StepContext context) {
    JobSymbols symbols = JobSymbols.of(context.step(), context.spec());
    String directory = context.plan().workingDirectory();
    StreamFiles files = context.plan().files();
    return new StreamFiles(
        FilePattern.replaceJobSymbols(files.output(), symbols, directory),
        replaced(files.error(), symbols, directory),
        replaced(files.input(), symbols, directory),
        files.append());
  }

  private static @Nullable String replaced(
      @Nullable String pattern, JobSymbols symbols, String directory) {
    return pattern == null ? null : FilePattern.replaceJobSymbols(pattern, symbols, directory);
  }
}
