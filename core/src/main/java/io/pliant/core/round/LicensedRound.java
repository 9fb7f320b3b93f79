package io.pliant.core.round;

import io.pliant.core.id.JobId;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.resource.Kinds;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.WaitingJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A round of any policy where licences are counted. A job for which too few are free is not shown
 * to the policy, so it blocks nobody. When the starts of a plan together want more than there is,
 * the round is held again without the first that finds none.
 */
final class LicensedRound {
  /** Rounds held for one plan; starts beyond are left to the next. */
  private static final int MOST_ROUNDS = 8;

  private LicensedRound() {}

  static Plan plan(SchedulingPolicy policy, ClusterView view, Trigger trigger) {
    Kinds free = view.licences();
    Map<JobId, Kinds> asked = free == null ? Collections.emptyMap() : asked(view);
    if (free == null || asked.isEmpty()) {
      return policy.plan(view, trigger);
    }
    SortedMap<JobId, WaitReason> hidden = new TreeMap<>();
    asked.forEach((job, licences) -> {
      if (!free.covers(licences)) {
        hidden.put(job, reason(licences, free));
      }
    });
    Plan plan = policy.plan(without(view, hidden), trigger);
    for (int round = 1; round < MOST_ROUNDS && exceed(plan, asked, free, hidden); round++) {
      plan = policy.plan(without(view, hidden), trigger);
    }
    return finished(plan, asked, free, hidden);
  }

  private static Map<JobId, Kinds> asked(ClusterView view) {
    Map<JobId, Kinds> asked = new HashMap<>();
    for (WaitingJob job : view.waiting()) {
      Kinds licences = job.resources().licences();
      if (licences != null) {
        asked.put(job.job(), licences);
      }
    }
    return asked;
  }

  private static WaitReason reason(Kinds asked, Kinds free) {
    String missing = String.valueOf(free.firstMissing(asked));
    return new WaitReason.Licences(missing, asked.count(missing), free.count(missing));
  }

  private static ClusterView without(ClusterView view, SortedMap<JobId, WaitReason> hidden) {
    return hidden.isEmpty()
        ? view
        : view.with(
            view.nodes(),
            view.running(),
            view.waiting().stream().filter(job -> !hidden.containsKey(job.job())).toList());
  }

  /** True when a start finds too few licences behind those before it; the first such is hidden. */
  private static boolean exceed(
      Plan plan, Map<JobId, Kinds> asked, Kinds free, SortedMap<JobId, WaitReason> hidden) {
    Kinds left = free;
    for (Decision decision : plan.decisions()) {
      Kinds wanted = decision instanceof Decision.Start start ? asked.get(start.job()) : null;
      if (wanted != null && decision instanceof Decision.Start start) {
        if (!left.covers(wanted)) {
          hidden.put(start.job(), reason(wanted, left));
          return true;
        }
        left = left.minus(wanted);
      }
    }
    return false;
  }

  /** The plan without the starts that still want too much, and with what is hidden. */
  private static Plan finished(
      Plan plan, Map<JobId, Kinds> asked, Kinds free, SortedMap<JobId, WaitReason> hidden) {
    SortedMap<JobId, List<WaitReason>> waits = new TreeMap<>(plan.waits());
    List<Decision> decisions = new ArrayList<>();
    Kinds left = free;
    for (Decision decision : plan.decisions()) {
      if (decision instanceof Decision.Start start && asked.containsKey(start.job())) {
        Kinds wanted = Kinds.orNone(asked.get(start.job()));
        if (!left.covers(wanted)) {
          waits.put(start.job(), List.of(reason(wanted, left)));
          continue;
        }
        left = left.minus(wanted);
      }
      decisions.add(decision);
    }
    hidden.forEach((job, why) -> waits.put(job, List.of(why)));
    return new Plan(plan.basedOn(), plan.policy(), decisions, waits, plan.alarm());
  }
}
