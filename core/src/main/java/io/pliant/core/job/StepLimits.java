package io.pliant.core.job;

import io.pliant.core.id.StepId;
import io.pliant.core.resource.Distribution;
import io.pliant.core.spec.ByteCount;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepRequest;
import io.pliant.core.step.StepState;
import org.jspecify.annotations.Nullable;

/**
 * How many steps an attempt of a job may have, so that a job in memory stays small.
 *
 * @param all steps from its first to its last
 * @param live steps that are not over
 * @param bytes command and environment of the steps that are not launched yet
 */
public record StepLimits(int all, int live, int bytes) {
  /** The defaults. */
  public static final StepLimits USUAL = new StepLimits(40_000, 1_000, 4 << 20);

  /** Nodes of all live steps together, each step counted by itself; a list counts by its length. */
  static final int LIVE_NODES = 10_000;

  /** Why one more step is too much, with the limit and what to do, or null. */
  @Nullable String refusal(JobState state, StepRequest request, StepPlan plan) {
    int number = state.steps().isEmpty() ? 0 : Math.max(0, state.steps().lastKey() + 1);
    int running = 0;
    int nodes = nodes(plan);
    long waiting = ByteCount.of(request.command()) + ByteCount.of(request.environment());
    for (StepState step : state.steps().values()) {
      if (step.step() != StepId.BATCH && !step.ended()) {
        running++;
        nodes += nodes(step.plan());
        waiting += step.plan().payloadBytes();
      }
    }
    if (number >= all) {
      return "Expected at most %d steps in an attempt of a job (limits.steps), but job %s has had as many; submit a further job."
          .formatted(all, state.job());
    }
    if (running >= live || nodes > LIVE_NODES) {
      return "Expected at most %d steps of a job at a time (limits.live-steps), on %d nodes counted by step, but job %s would have more; wait until some are over."
          .formatted(live, LIVE_NODES, state.job());
    }
    return waiting <= bytes
        ? null
        : "Expected at most %d bytes in commands and environments of steps that are being launched (limits.step-bytes), but job %s would have %d; wait until some have started."
            .formatted(bytes, state.job(), waiting);
  }

  private static int nodes(StepPlan plan) {
    Distribution order = plan.distribution();
    int listed = order == null || order.places() == null ? 0 : order.places().size();
    return Math.max(plan.nodes().size(), listed);
  }
}
