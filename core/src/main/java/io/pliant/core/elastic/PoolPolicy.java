package io.pliant.core.elastic;

import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.view.ClusterView;

/**
 * A policy that decides <i>how many</i> of a pool's nodes each job is to have; placement then
 * decides which. Its partition is one of whole nodes, which count as equal.
 */
public interface PoolPolicy extends SchedulingPolicy {
  /** Who is to have how many nodes. */
  PoolPlan decide(Pool pool);

  @Override
  default Plan plan(ClusterView view, Trigger trigger) {
    return PoolRound.plan(this, view);
  }

  @Override
  default boolean resizes() {
    return true;
  }
}
