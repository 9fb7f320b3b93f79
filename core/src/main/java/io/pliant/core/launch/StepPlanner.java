package io.pliant.core.launch;

import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.CommandName;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepRequest;
import io.pliant.core.step.StepShare;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says on which nodes of an allocation a step runs and how many tasks each node gets.
 *
 * <p>Steps of one job share its cpus: a step is refused when the allocation could not hold it with
 * nothing else running. A step that wants cpus or devices for itself ({@link StepShare}) has to
 * wait while others have them.
 */
public final class StepPlanner {

  private static final String BUSY =
      "Expected cpus and devices that no other step of the job has for itself, but there are too few just now.";

  private StepPlanner() {}

  /** One task, the script, on the leader node. */
  public static StepPlan batch(JobSpec spec, Allocation allocation) {
    return new StepPlan(
        "batch",
        List.of(allocation.leader()),
        List.of(1),
        List.of(),
        Map.of(),
        spec.workingDirectory(),
        spec.files(),
        null);
  }

  /**
   * All tasks of the job over all its nodes, as many on each as its slice says; they run the job's
   * own command.
   */
  public static StepPlan parallel(
      JobSpec spec, Payload.ParallelCommand payload, Allocation allocation) {
    TaskLayout layout =
        spec.resources().isPack()
            ? null
            : new StepPlacement(allocation, spec.resources()).asTheJob();
    return parallel(spec, payload, layout == null ? TaskLayout.ofJob(allocation.slices()) : layout);
  }

  private static StepPlan parallel(
      JobSpec spec, Payload.ParallelCommand payload, TaskLayout layout) {
    return new StepPlan(
            CommandName.of(payload.command()),
            layout.nodes(),
            layout.counts(),
            List.of(),
            Map.of(),
            spec.workingDirectory(),
            spec.files(),
            payload.io())
        .in(spec.resources().distribution());
  }

  /** As {@link #forRequest(StepRequest, JobSpec, Allocation, Collection)} with no step running. */
  public static StepPlanning forRequest(StepRequest request, JobSpec spec, Allocation allocation) {
    return forRequest(request, spec, allocation, List.of());
  }

  /**
   * Places a step of a running job, on the nodes with the fewest tasks of running steps first.
   *
   * <ul>
   *   <li>Neither nodes nor tasks asked: all tasks of the job, placed as the job's are.
   *   <li>Nodes only: all tasks of the job on so many nodes; one task on each of them when the job
   *       has one on each of its nodes.
   *   <li>Tasks only: spread evenly over all nodes, or one on each of as many nodes as tasks.
   *   <li>Both: spread evenly over so many nodes; fewer tasks than nodes use as many nodes as
   *       tasks.
   * </ul>
   *
   * <p>A distribution in planes or packs deals tasks out in larger rows; one with a list of nodes
   * says where each task is, and then numbers are not looked at. A step that says nothing has the
   * layout of its job ({@link StepLayout}).
   *
   * <p>Each task needs {@code cpusPerTask} cpus of its node's slice; a step of more nodes than the
   * job has, or of more cpus than its nodes have, is refused. Which nodes are meant is settled
   * first ({@link ChosenNodes}).
   *
   * @param running plans of the steps that run now, without the batch script
   */
  public static StepPlanning forRequest(
      StepRequest request, JobSpec spec, Allocation allocation, Collection<StepPlan> running) {
    String strange = PackSteps.refuse(request, spec.resources());
    if (strange != null) {
      return new StepPlanning.Refused(strange);
    }
    return spec.resources().isPack()
        ? PackSteps.plan(request, spec, allocation, running)
        : within(request, spec, spec.resources(), allocation, running);
  }

  /** The same on these nodes of the job, for which it asked that. */
  static StepPlanning within(
      StepRequest request,
      JobSpec spec,
      ResourceRequest ofJob,
      Allocation allocation,
      Collection<StepPlan> running) {
    StepLayout layout = StepLayout.of(request, ofJob, allocation);
    if (layout.refusal() != null) {
      return new StepPlanning.Refused(layout.refusal());
    }
    if (request.on() == null) {
      return placed(new Asked(request, layout.layout()), spec, allocation, running);
    }
    ChosenNodes chosen = ChosenNodes.of(request, allocation);
    return chosen.refusal() != null
        ? new StepPlanning.Refused(chosen.refusal())
        : placed(new Asked(chosen.request(), layout.layout()), spec, chosen.allocation(), running);
  }

  /** A wish and how its tasks are laid out. */
  private record Asked(StepRequest request, Layout layout) {
    @Nullable TaskLayout within(Allocation allocation, Collection<StepPlan> running) {
      StepPlacement placement = new StepPlacement(allocation, request, layout, running);
      Distribution distribution = layout.distribution();
      if (distribution != null && distribution.places() != null) {
        return placement.placed();
      }
      int held = allocation.slices().size();
      int tasks = request.tasks();
      if (tasks > 0 && request.nodes() == 0 && distribution != null && distribution.packs()) {
        return placement.packed(tasks);
      }
      int nodes = tasks == 0 ? request.nodes() : Math.min(request.nodes(), tasks);
      return laidOut(tasks, nodes, held, placement);
    }
  }

  private static StepPlanning placed(
      Asked asked, JobSpec spec, Allocation allocation, Collection<StepPlan> running) {
    StepRequest request = asked.request();
    Distribution order = asked.layout().distribution();
    int held = allocation.slices().size();
    int nodes = request.tasks() == 0 ? request.nodes() : Math.min(request.nodes(), request.tasks());
    if (nodes > held) {
      return new StepPlanning.Refused(
          "Expected a step on at most %d nodes, which is all that the job has, but got one for %d."
              .formatted(held, nodes));
    }
    TaskLayout possible = asked.within(allocation, running);
    if (possible == null || request.share() == null) {
      return possible == null
          ? new StepPlanning.Refused(
              new StepPlacement(allocation, request, asked.layout(), running).whyNot(request))
          : new StepPlanning.Planned(plan(request, spec, possible).in(order));
    }
    Allocation left = StepRoom.left(allocation, running);
    TaskLayout layout = asked.within(left, running);
    return layout == null
        ? new StepPlanning.Busy(BUSY)
        : new StepPlanning.Planned(
            plan(request, spec, layout)
                .in(order)
                .with(StepRoom.holding(request, asked.layout().cores(), layout, left)));
  }

  private static @Nullable TaskLayout laidOut(
      int tasks, int nodes, int held, StepPlacement placement) {
    if (tasks > 0) {
      return placement.spread(nodes == 0 ? Math.min(held, tasks) : nodes, tasks);
    }
    return nodes == 0 || nodes == held ? placement.asTheJob() : placement.asTheJobOn(nodes);
  }

  private static StepPlan plan(StepRequest request, JobSpec spec, TaskLayout layout) {
    String directory = request.workingDirectory();
    return new StepPlan(
        request.name(),
        layout.nodes(),
        layout.counts(),
        request.command(),
        request.environment(),
        directory.isEmpty() ? spec.workingDirectory() : directory,
        request.files(),
        request.io());
  }
}
