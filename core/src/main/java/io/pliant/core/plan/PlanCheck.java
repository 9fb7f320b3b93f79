package io.pliant.core.plan;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.reservation.Reservations;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Slice;
import io.pliant.core.resource.WholeCores;
import io.pliant.core.size.Malleability;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.WaitingJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Verifies every start and every resize of a plan anew against the newest state, trusting no
 * policy. Accepting a part of a plan is normal: jobs and nodes change while a policy thinks.
 */
public final class PlanCheck {
  private final ClusterView newest;
  private final FreeResources free;
  private final Reservations reservations;
  private @Nullable Kinds licences;
  private final Map<JobId, WaitingJob> startable;
  private final ResizeChecks resizeChecks;
  private final List<Decision.Start> starts = new ArrayList<>();
  private final List<Decision.Resize> resizes = new ArrayList<>();
  private final List<RefusedDecision> refusedStarts = new ArrayList<>();
  private final List<RefusedDecision> refusedResizes = new ArrayList<>();

  private PlanCheck(ClusterView newest, Set<JobId> planned) {
    this.newest = newest;
    this.free = FreeResources.of(newest.nodes());
    this.reservations = Reservations.of(newest.reservations());
    this.licences = newest.licences();
    this.resizeChecks = new ResizeChecks(newest);
    this.startable = HashMap.newHashMap(planned.size());
    for (WaitingJob job : newest.waiting()) {
      if (planned.contains(job.job())) {
        startable.put(job.job(), job);
      }
    }
  }

  /**
   * Splits starts and resizes of the plan into those that the newest state permits, counting each
   * accepted one before the next, and those that it does not.
   */
  public static CheckedPlan check(Plan plan, ClusterView newest) {
    Set<JobId> planned = plan.jobs();
    if (planned.isEmpty()) {
      return new CheckedPlan(List.of(), List.of(), List.of(), List.of());
    }
    PlanCheck check = new PlanCheck(newest, planned);
    for (Decision decision : plan.decisions()) {
      switch (decision) {
        case Decision.Start start -> check.consider(start);
        case Decision.Resize resize -> check.consider(resize);
        case Decision.Reserve _, Decision.CallAgain _ -> {}
      }
    }
    return new CheckedPlan(check.starts, check.resizes, check.refusedStarts, check.refusedResizes);
  }

  private void consider(Decision.Start start) {
    String why = refuse(start);
    if (why != null) {
      refusedStarts.add(
          new RefusedDecision(
              start.job(), "Expected to start job %s, but %s.".formatted(start.job(), why)));
      return;
    }
    free.take(start.allocation());
    WaitingJob started = startable.get(start.job());
    Kinds held = started == null ? null : started.resources().licences();
    if (licences != null && held != null) {
      licences = licences.minus(held);
    }
    startable.remove(start.job());
    starts.add(start);
  }

  private void consider(Decision.Resize resize) {
    String why = resizeChecks.refuse(resize, free);
    if (why != null) {
      refusedResizes.add(
          new RefusedDecision(
              resize.job(),
              "Expected to resize job %s to %d node(s), but %s."
                  .formatted(resize.job(), resize.nodes(), why)));
      return;
    }
    resizes.add(resize);
  }

  private @Nullable String refuse(Decision.Start start) {
    WaitingJob job = startable.get(start.job());
    if (job == null) {
      return "it is not waiting";
    }
    if (job.held()) {
      return "it is held";
    }
    if (!job.eligible(newest.now())) {
      return "it is not to start before " + job.earliest();
    }
    ResourceRequest request = onSizeOf(job, start.allocation());
    String taken = unfit(request, start.allocation());
    String reserved = taken != null ? taken : reserved(job, start.allocation());
    return reserved != null ? reserved : unlicensed(request);
  }

  /** Each component of a pack for itself; an ordinary job is one. */
  private @Nullable String unfit(ResourceRequest request, Allocation allocation) {
    List<ResourceRequest> components = request.components();
    List<Allocation> parts = allocation.byComponent(request);
    if (parts == null) {
      return "it is a pack, and the plan does not have the tasks of its %d components one after the other"
          .formatted(components.size());
    }
    Set<NodeName> seen = new HashSet<>();
    for (int i = 0; i < parts.size(); i++) {
      String why = unfit(components.get(i), parts.get(i), seen);
      if (why != null) {
        return request.isPack() ? "of its component %d, %s".formatted(i, why) : why;
      }
    }
    return null;
  }

  private @Nullable String unfit(
      ResourceRequest request, Allocation allocation, Set<NodeName> seen) {
    String unmet = unmet(request, allocation, free);
    String taken = unmet != null ? unmet : taken(request, allocation, seen);
    return taken != null ? taken : free.lacking(request.choice(), allocation.nodes());
  }

  private @Nullable String unlicensed(ResourceRequest request) {
    Kinds asked = request.licences();
    String missing = licences == null || asked == null ? null : licences.firstMissing(asked);
    return missing == null ? null : "too few licences %s are free".formatted(missing);
  }

  private @Nullable String reserved(WaitingJob job, Allocation allocation) {
    if (newest.reservations() == null && job.reservation() == null) {
      return null;
    }
    Instant end = job.endIfStarted(newest.now());
    for (NodeName node : allocation.nodes()) {
      String why = reservations.refuse(job.reservation(), node, newest.now(), end);
      if (why != null) {
        return why;
      }
    }
    return null;
  }

  /** A malleable job may start on any size that it can have. */
  private static ResourceRequest onSizeOf(WaitingJob job, Allocation allocation) {
    Malleability malleable = job.malleable();
    int nodes = allocation.slices().size();
    return malleable != null && malleable.sizes(job.resources().leastNodes()).isLegal(nodes)
        ? job.resources().onNodes(nodes)
        : job.resources();
  }

  private static @Nullable String unmet(
      ResourceRequest request, Allocation allocation, FreeResources free) {
    int nodes = allocation.slices().size();
    if (nodes < request.minNodes() || nodes > request.maxNodes()) {
      return "it asks for %d to %d nodes, and the plan has %d"
          .formatted(request.minNodes(), request.maxNodes(), nodes);
    }
    if (allocation.tasks() != request.tasks()) {
      return "it asks for %d tasks, and the plan has %d"
          .formatted(request.tasks(), allocation.tasks());
    }
    for (Slice slice : allocation.slices()) {
      Resources held = slice.resources();
      WholeCores whole = free.cores(request, slice.node());
      if (!Objects.equals(whole, slice.cores())) {
        return "its slice of node %s is not of the cores that it asks for".formatted(slice.node());
      }
      Resources needed = request.onNodeWith(Math.max(1, slice.tasks()), whole);
      String missing = slice.tasks() < 1 ? "tasks" : held.firstMissing(needed);
      if (missing != null) {
        return "its slice of %s for %d tasks on node %s is too small: it needs more %s"
            .formatted(held.text(), slice.tasks(), slice.node(), missing);
      }
    }
    return null;
  }

  private @Nullable String taken(
      ResourceRequest request, Allocation allocation, Set<NodeName> seen) {
    for (Slice slice : allocation.slices()) {
      if (!seen.add(slice.node())) {
        return "the plan has node %s twice".formatted(slice.node());
      }
      if (!free.allows(request.choice(), slice.node())) {
        return "it may not have node %s".formatted(slice.node());
      }
      String why = free.refuse(slice, request.exclusive());
      if (why != null) {
        return why;
      }
    }
    return null;
  }
}
