package io.pliant.actors.partition;

import io.pliant.core.plan.Plan;
import io.pliant.core.plan.Trigger;
import io.pliant.core.view.ClusterView;

/** Where a partition writes down each round: what was known, why it was held, what was decided. */
@FunctionalInterface
public interface DecisionLog {
  /** Forgets everything. */
  DecisionLog NONE = (_, _, _) -> {};

  /** Records a round; called off the actor's thread, one round at a time. Never throws. */
  void record(ClusterView view, Trigger trigger, Plan plan);
}
