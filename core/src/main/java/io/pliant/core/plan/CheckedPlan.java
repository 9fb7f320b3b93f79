package io.pliant.core.plan;

import java.util.List;

/**
 * What is left of a plan after its check against the newest state.
 *
 * @param accepted starts that are safe to carry out, all together, in this order
 * @param refusals starts that are not; any of them calls for a fresh round
 */
public record CheckedPlan(List<Decision.Start> accepted, List<Refusal> refusals) {
  public CheckedPlan {
    accepted = List.copyOf(accepted);
    refusals = List.copyOf(refusals);
  }
}
