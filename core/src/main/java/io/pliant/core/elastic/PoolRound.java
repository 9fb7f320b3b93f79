package io.pliant.core.elastic;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.placement.Placement;
import io.pliant.core.placement.ResizePlacement;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.round.Candidate;
import io.pliant.core.round.Draft;
import io.pliant.core.round.Reasons;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.Outlook;
import io.pliant.core.view.RunningJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One round of a {@link PoolPolicy}: makes the pool out of the view, has the policy decide how
 * many, and finds the nodes for it.
 *
 * <p><b>Limits.</b> Nodes count as equal: a start or an expansion that finds no place on the idle
 * nodes is left out of the plan. When the job chooses its nodes, as many idle ones as it needs of
 * those that it may have are kept from what is decided after it, so that others do not take them
 * over and over. A job whose resizes do not come through is left alone for a time that doubles with
 * each.
 */
final class PoolRound {
  private final Draft draft;
  private final ClusterView view;
  private final List<NodeName> kept = new ArrayList<>();
  private final Map<JobId, RunningJob> running = new HashMap<>();
  private final Map<JobId, Candidate> left = new LinkedHashMap<>();

  private PoolRound(Draft draft, ClusterView view) {
    this.draft = draft;
    this.view = view;
    view.running().forEach(job -> running.put(job.job(), job));
    draft.candidates().forEach(candidate -> left.put(candidate.id(), candidate));
  }

  static Plan plan(PoolPolicy policy, ClusterView view) {
    Draft draft = Draft.of(policy.name(), view);
    PoolPlan plan = policy.decide(PoolOfView.of(draft, view));
    PoolRound round = new PoolRound(draft, view);
    for (PoolDecision decision : plan.decisions()) {
      switch (decision) {
        case PoolDecision.Start start -> round.start(start);
        case PoolDecision.Resize resize -> round.resize(resize);
        case PoolDecision.Reserve reserve -> round.reserve(reserve);
      }
    }
    round.explain(plan.powerWaits());
    draft.alarm(plan.alarm());
    Instant rested = PoolOfView.rested(view);
    if (rested != null) {
      draft.callAgainBy(rested);
    }
    return draft.toPlan();
  }

  private void start(PoolDecision.Start start) {
    Candidate candidate = left.get(new JobId(start.job()));
    if (candidate == null) {
      return;
    }
    ResourceRequest request =
        candidate.job().malleable() == null
            ? candidate.request()
            : candidate.request().onNodes(start.nodes());
    Allocation place = draft.place(candidate, request, room());
    if (place != null) {
      draft.start(candidate, place, PoolOfView.instant(start.reference()));
      left.remove(candidate.id());
    } else if (request.choice() != null || request.isPack()) {
      keep(request);
    }
  }

  /** Keeps nodes for a job, so that those behind it do not take them one by one. */
  private void keep(ResourceRequest request) {
    if (request.isPack() || request.choice() != null && request.choice().joint()) {
      Allocation alone = Placement.place(request, draft.emptied());
      kept.addAll(alone == null ? List.of() : alone.nodes());
      return;
    }
    int missing = request.minNodes();
    for (NodeView node : view.nodes()) {
      boolean idle = node.available() && node.idle() && !kept.contains(node.name());
      if (missing > 0 && idle && draft.free().allows(request.choice(), node.name())) {
        kept.add(node.name());
        missing--;
      }
    }
  }

  /** What is free beside the nodes that are kept. */
  private FreeResources room() {
    return kept.isEmpty() ? draft.free() : draft.free().without(kept);
  }

  private void resize(PoolDecision.Resize resize) {
    RunningJob job = running.get(new JobId(resize.job()));
    Outlook outlook = job == null || job.size() == null ? null : job.size().outlook();
    if (job == null || outlook == null) {
      return;
    }
    List<Slice> slices =
        ResizePlacement.slices(outlook.request(), job.allocation(), resize.nodes(), room());
    if (slices != null) {
      draft.resize(job, resize.nodes(), slices, resize.why());
    }
  }

  private void reserve(PoolDecision.Reserve reserve) {
    Candidate head = left.get(new JobId(reserve.job()));
    if (head != null) {
      draft.reserve(head, Instant.ofEpochMilli(reserve.at()));
    }
  }

  /** The first that waits lacks nodes; the others are behind it, and may lack nodes, too. */
  private void explain(List<PowerWait> powerWaits) {
    Reasons reasons = draft.reasons();
    Map<Integer, PowerWait> power = new HashMap<>();
    powerWaits.forEach(each -> power.put(each.job(), each));
    Candidate head = left.isEmpty() ? null : left.values().iterator().next();
    for (Candidate candidate : left.values()) {
      List<WaitReason> why = new ArrayList<>(2);
      PowerWait lacking = power.get((int) candidate.id().value());
      if (lacking != null) {
        why.add(reason(lacking));
      }
      if (candidate != head && head != null) {
        why.add(new WaitReason.Priority(head.id(), candidate.position()));
      }
      why.addAll(reasons.resources(candidate.request()));
      if (why.isEmpty()) {
        why.add(new WaitReason.NotYetConsidered());
      }
      draft.explain(candidate, why);
    }
  }

  private static WaitReason reason(PowerWait power) {
    return new WaitReason.Power(
        power.needs(),
        power.free(),
        power.corridor().lower(),
        power.corridor().upper(),
        switch (power.why()) {
          case BUDGET -> "it would break the upper bound";
          case ANNOUNCED ->
              "it would still run when these bounds come, and could not be made to fit";
          case MAKING_ROOM -> "running jobs shrink for it";
          case NO_SIZES -> "they are broken, and no sizes of the jobs with this one keep them";
        });
  }
}
