package io.pliant.core.elastic;

import io.pliant.core.plan.SchedulingPolicy;
import java.util.List;

/** The policies that change the size of running jobs. */
public final class ResizingPolicies {
  private ResizingPolicies() {}

  /** All of them, in the order of the documentation. */
  public static List<SchedulingPolicy> all() {
    return List.of(
        ShrinkForHead.favourStarted(),
        new Equipartition(),
        ShrinkForHead.performanceAware(),
        PowerAware.create(),
        PowerAware.runningOnly(),
        Elastic.create());
  }
}
