package io.pliant.core.plan;

import java.util.List;

/**
 * What is left of a plan after its check against the newest state.
 *
 * @param starts that are safe to carry out, all together with {@code resizes}, in this order
 * @param resizes that are
 * @param refusedStarts starts that are not; any of them calls for a fresh round
 * @param refusedResizes resizes that are not; the same
 */
public record CheckedPlan(
    List<Decision.Start> starts,
    List<Decision.Resize> resizes,
    List<RefusedDecision> refusedStarts,
    List<RefusedDecision> refusedResizes) {
  public CheckedPlan {
    starts = List.copyOf(starts);
    resizes = List.copyOf(resizes);
    refusedStarts = List.copyOf(refusedStarts);
    refusedResizes = List.copyOf(refusedResizes);
  }

  /** True when all of the plan can be carried out. */
  public boolean whole() {
    return refusedStarts.isEmpty() && refusedResizes.isEmpty();
  }
}
