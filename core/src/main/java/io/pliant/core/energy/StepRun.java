package io.pliant.core.energy;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.StepId;
import org.jspecify.annotations.Nullable;

/**
 * A step has, or had, tasks on a node.
 *
 * @param tasks how many: its weight among the steps of its job that run there at the same time
 * @param from when they were started, in microseconds since the epoch, by the node's clock
 * @param to when none was left, or null while there may be some
 */
public record StepRun(StepId step, int tasks, long from, @Nullable Long to) {
  public StepRun {
    if (tasks < 1 || (to != null && to < from)) {
      throw new IllegalArgumentException(
          "Expected at least 1 task that does not end before it begins, but got %d from %d to %s."
              .formatted(tasks, from, to));
    }
  }

  /** Ends it; a clock that went backwards makes it end as it begins. */
  public StepRun until(long time) {
    return new StepRun(step, tasks, from, Math.max(from, time));
  }

  /** When it ended, or {@link Stay#OPEN}. */
  long end() {
    Long ended = to;
    return ended == null ? Stay.OPEN : ended;
  }

  /** True when it ran at some time between the two. */
  public boolean overlaps(long begin, long end) {
    return from < end && end() > begin;
  }

  boolean isOf(AttemptId tenant) {
    return step.attemptId().equals(tenant);
  }
}
