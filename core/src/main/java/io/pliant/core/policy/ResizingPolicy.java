package io.pliant.core.policy;

import io.pliant.core.elastic.ElasticDecision;
import io.pliant.core.elastic.ElasticPlan;
import io.pliant.core.elastic.ElasticPolicy;
import io.pliant.core.elastic.ElasticView;
import io.pliant.core.elastic.PowerWait;
import io.pliant.core.id.JobId;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.Trigger;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.size.Malleability;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.RunningJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A policy for jobs that change size, on a live partition of whole nodes.
 *
 * <p><b>Rule.</b> That of the elastic policy, which the simulator runs unchanged. This class makes
 * its view out of a partition's (jobs are numbers of nodes) and puts its decisions on nodes.
 *
 * <p><b>Inputs in the view.</b> Order of the queue, requests, time limits, holds and begin times;
 * idle nodes; sizes, expected ends, past resizes and measured MTCT of running jobs; corridor and
 * watts; now.
 *
 * <p><b>Guarantees.</b> Those of the elastic policy. A job whose resizes do not come through is
 * left alone for a time that doubles with each.
 *
 * <p><b>Limits.</b> Nodes count as equal: a start that finds no place on the idle nodes is left out
 * of the plan. What the job would have ended at as a rigid one is its start and its time limit.
 *
 * <p><b>Source.</b> See the elastic policies.
 */
final class ResizingPolicy implements SchedulingPolicy {
  /** A round is held so often while malleable jobs run, because dwell times end unannounced. */
  private static final Duration LOOK_EVERY = Duration.ofSeconds(3);

  private final ElasticPolicy policy;

  ResizingPolicy(ElasticPolicy policy) {
    this.policy = policy;
  }

  @Override
  public String name() {
    return policy.name();
  }

  @Override
  public Plan plan(ClusterView view, Trigger trigger) {
    Draft draft = Draft.of(name(), view);
    ElasticView shapes = Shapes.of(draft, view);
    List<Candidate> left = new ArrayList<>(draft.candidates());
    ElasticPlan plan = policy.plan(shapes);
    for (ElasticDecision decision : plan.decisions()) {
      switch (decision) {
        case ElasticDecision.Start start -> start(draft, left, start);
        case ElasticDecision.Resize resize ->
            draft.resize(new JobId(resize.job()), resize.nodes(), resize.why());
        case ElasticDecision.Reserve reserve -> {
          Candidate head = candidate(left, reserve.job());
          if (head != null) {
            draft.reserve(head, Instant.ofEpochMilli(reserve.at()));
          }
        }
      }
    }
    explain(draft, left, plan.powerWaits());
    draft.alarm(plan.alarm());
    if (anyMalleable(view, left)) {
      draft.callAgainBy(view.now().plus(LOOK_EVERY));
    }
    return draft.toPlan();
  }

  /** True when a malleable job runs, or has just been started. */
  private static boolean anyMalleable(ClusterView view, List<Candidate> left) {
    return view.running().stream().map(RunningJob::size).anyMatch(size -> size != null)
        || view.waiting().stream()
            .filter(job -> job.malleable() != null)
            .anyMatch(job -> left.stream().noneMatch(c -> c.id().equals(job.job())));
  }

  private static void start(Draft draft, List<Candidate> left, ElasticDecision.Start start) {
    Candidate candidate = candidate(left, start.job());
    if (candidate == null) {
      return;
    }
    Malleability malleable = candidate.job().malleable();
    ResourceRequest request =
        malleable == null ? candidate.request() : candidate.request().onNodes(start.nodes());
    Allocation place = draft.place(candidate, request, draft.free());
    if (place != null) {
      draft.start(candidate, place);
      left.remove(candidate);
    }
  }

  private static @Nullable Candidate candidate(List<Candidate> left, int job) {
    return left.stream().filter(c -> c.id().value() == job).findFirst().orElse(null);
  }

  /** The first that waits lacks nodes; the others are behind it, and may lack nodes, too. */
  private static void explain(Draft draft, List<Candidate> left, List<PowerWait> power) {
    Reasons reasons = new Reasons(draft.free());
    Candidate head = left.isEmpty() ? null : left.getFirst();
    for (Candidate candidate : left) {
      List<WaitReason> why = new ArrayList<>();
      if (candidate != head && head != null) {
        why.add(new WaitReason.Priority(head.id(), candidate.position()));
      }
      for (PowerWait each : power) {
        if (each.job() == candidate.id().value()) {
          why.addFirst(reason(each));
        }
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
