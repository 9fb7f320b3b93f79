package io.pliant.core.round;

import io.pliant.core.plan.CheckedPlan;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.PlanCheck;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.view.ClusterView;

/**
 * One scheduling round from end to end, for whoever can hold it in one breath: the simulator, tests
 * and benchmarks. The live scheduler plans on one view and checks on a newer one, with the same two
 * calls.
 *
 * @param view what was known
 * @param trigger why the round was held
 * @param plan what the policy decided
 * @param checked what of it is safe to carry out
 */
public record SchedulingRound(ClusterView view, Trigger trigger, Plan plan, CheckedPlan checked) {

  /** Plans with the policy and checks the plan against the same view. */
  public static SchedulingRound hold(SchedulingPolicy policy, ClusterView view, Trigger trigger) {
    Plan plan = plan(policy, view, trigger);
    return new SchedulingRound(view, trigger, plan, PlanCheck.check(plan, view));
  }

  /** Plans with the policy, which sees of the nodes what reservations leave to each job. */
  public static Plan plan(SchedulingPolicy policy, ClusterView view, Trigger trigger) {
    return plan(PackRound.of(policy, view), view, trigger);
  }

  /** The same for one who wants to know how packs stand in it. */
  public static Plan plan(PackRound round, ClusterView view, Trigger trigger) {
    return ReservedRound.plan(round, view, trigger);
  }

  /** The view as policies are shown it: with what reservations leave to each job. */
  public static ClusterView shown(ClusterView view) {
    ReservedView reserved = ReservedView.of(view);
    return reserved == null ? view : reserved.shown();
  }
}
