package io.pliant.core.policy;

import io.pliant.core.plan.Plan;
import io.pliant.core.plan.Trigger;
import io.pliant.core.view.ClusterView;

/**
 * A pure function from what is known to what is to be done. No clock, no I/O, no randomness, no
 * field that changes: the same view and trigger give the same plan, live, simulated and replayed.
 */
public interface SchedulingPolicy {
  /** Name in configuration and reports, for example {@code easy}. */
  String name();

  Plan plan(ClusterView view, Trigger trigger);
}
