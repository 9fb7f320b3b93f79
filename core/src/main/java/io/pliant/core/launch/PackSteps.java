package io.pliant.core.launch;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.step.StepComponents;
import io.pliant.core.step.StepHolding;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Steps of a job pack: one world of tasks over all its components, or over those that the step
 * names. What a step asks for holds for each of them, as under Slurm, or it asks each for something
 * else; ranks go by component.
 */
final class PackSteps {
  private PackSteps() {}

  /** Why the step names what the job has not, in a sentence, or null. */
  static @Nullable String refuse(StepRequest request, ResourceRequest ofJob) {
    StepComponents named = request.components();
    if (named == null) {
      return null;
    }
    int last = ofJob.components().size() - 1;
    int highest = named.numbers().getLast();
    if (highest > last) {
      return ofJob.isPack()
          ? "Expected components of the job pack, whose last one is %d, but got --het-group=%d."
              .formatted(last, highest)
          : "Expected a job pack for --het-group=%d, but the job has no components; delete it."
              .formatted(highest);
    }
    boolean several = named.numbers().size() > 1;
    return several ? ofSeveral(request) : null;
  }

  private static @Nullable String ofSeveral(StepRequest request) {
    return request.on() == null && Layout.orUsual(request.layout()).distribution() == null
        ? null
        : "Expected a step over several components without --nodelist, --exclude, --relative and --distribution; name one component with --het-group.";
  }

  /** Places the step on each of its components, one after the other. */
  static StepPlanning plan(
      StepRequest request, JobSpec spec, Allocation allocation, Collection<StepPlan> running) {
    List<Allocation> parts = allocation.byComponent(spec.resources());
    if (parts == null) {
      return new StepPlanning.Refused(
          "Expected the nodes of all components of the job pack, but it has others.");
    }
    StepComponents named = request.components();
    List<Integer> numbers =
        named == null ? IntStream.range(0, parts.size()).boxed().toList() : named.numbers();
    String refusal = numbers.size() > 1 ? ofSeveral(request) : null;
    if (refusal != null) {
      return new StepPlanning.Refused(refusal);
    }
    List<StepPlan> plans = new ArrayList<>();
    for (int number : numbers) {
      StepPlanning one =
          StepPlanner.within(
              request.of(number),
              spec,
              spec.resources().components().get(number),
              parts.get(number),
              running);
      if (!(one instanceof StepPlanning.Planned(StepPlan plan))) {
        return one instanceof StepPlanning.Refused(String why) && numbers.size() > 1
            ? new StepPlanning.Refused("Component %d: %s".formatted(number, why))
            : one;
      }
      plans.add(plan);
    }
    return new StepPlanning.Planned(plans.size() == 1 ? plans.getFirst() : joined(plans));
  }

  private static StepPlan joined(List<StepPlan> plans) {
    StepPlan first = plans.getFirst();
    List<NodeName> nodes = new ArrayList<>();
    List<Integer> tasks = new ArrayList<>();
    List<Slice> held = new ArrayList<>();
    for (StepPlan plan : plans) {
      nodes.addAll(plan.nodes());
      tasks.addAll(plan.tasksPerNode());
      StepHolding holding = plan.holding();
      held.addAll(holding == null ? List.of() : holding.slices());
    }
    StepHolding own = first.holding();
    return new StepPlan(
        first.name(),
        nodes,
        tasks,
        first.command(),
        first.environment(),
        first.workingDirectory(),
        first.files(),
        first.io(),
        null,
        own == null ? null : new StepHolding(held, own.kindsPerTask()),
        null);
  }

  /** What was asked for on that node: its component's request. */
  static ResourceRequest asked(ResourceRequest ofJob, Allocation allocation, NodeName node) {
    List<Allocation> parts = ofJob.isPack() ? allocation.byComponent(ofJob) : null;
    for (int i = 0; parts != null && i < parts.size(); i++) {
      if (parts.get(i).nodes().contains(node)) {
        return ofJob.components().get(i);
      }
    }
    return ofJob;
  }

  /** The slices of those components on whose nodes the step runs; all of an ordinary job. */
  static Allocation around(StepPlan plan, ResourceRequest ofJob, Allocation allocation) {
    List<Allocation> parts = ofJob.isPack() ? allocation.byComponent(ofJob) : null;
    if (parts == null) {
      return allocation;
    }
    List<Slice> slices = new ArrayList<>();
    for (Allocation part : parts) {
      if (part.nodes().stream().anyMatch(plan.nodes()::contains)) {
        slices.addAll(part.slices());
      }
    }
    return slices.isEmpty() ? allocation : new Allocation(slices);
  }

  /** The parts of a pack, or null of an ordinary job. */
  static @Nullable List<Allocation> parts(JobSpec spec, Allocation allocation) {
    return spec.resources().isPack()
        ? Objects.requireNonNullElse(allocation.byComponent(spec.resources()), List.of())
        : null;
  }
}
