package io.pliant.sim.suite;

import io.pliant.core.elastic.Pool;
import io.pliant.core.elastic.PoolPlan;
import io.pliant.sim.elastic.Schedule;
import io.pliant.sim.elastic.Workload;
import java.util.List;

/** A whole run under a policy, as one saw it who stood beside it. */
record Observed(Workload workload, List<Round> rounds, Schedule schedule) {
  /**
   * One round.
   *
   * @param again what a fresh instance of the policy decided on an equal view
   */
  record Round(Pool view, PoolPlan plan, PoolPlan again) {}
}
