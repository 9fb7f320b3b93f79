package io.pliant.core.job;

import io.pliant.core.id.NodeName;
import io.pliant.core.step.NodeStep;
import io.pliant.core.step.StepState;
import java.time.Instant;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * The current attempt of a job or, once it is over, the last one.
 *
 * @param attempt its number, from 1
 * @param steps its steps by number
 * @param completion how it ends, once decided
 * @param cancelledBy who asked to end it, or null
 * @param terms number of the terms that its nodes are to keep its steps to; 0 for those with which
 *     they were launched
 * @param still how it stands still, or did
 */
public record JobRun(
    int attempt,
    JobHolding holding,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    TreePMap<Integer, StepState> steps,
    @Nullable Completion completion,
    @Nullable String cancelledBy,
    int terms,
    Standstill still) {
  /** An attempt that holds nothing yet. */
  static JobRun of(int attempt) {
    return new JobRun(
        attempt, JobHolding.NONE, null, null, TreePMap.empty(), null, null, 0, Standstill.NONE);
  }

  JobRun with(JobHolding held) {
    return new JobRun(
        attempt, held, startedAt, endedAt, steps, completion, cancelledBy, terms, still);
  }

  JobRun started(Instant at) {
    return new JobRun(attempt, holding, at, endedAt, steps, completion, cancelledBy, terms, still);
  }

  JobRun ending(Completion as) {
    return new JobRun(attempt, holding, startedAt, endedAt, steps, as, cancelledBy, terms, still);
  }

  JobRun ended(Completion as, Instant at) {
    return new JobRun(attempt, holding, startedAt, at, steps, as, cancelledBy, terms, still);
  }

  JobRun cancelled(@Nullable String by) {
    return new JobRun(attempt, holding, startedAt, endedAt, steps, completion, by, terms, still);
  }

  JobRun withTerms(int number) {
    return new JobRun(
        attempt, holding, startedAt, endedAt, steps, completion, cancelledBy, number, still);
  }

  JobRun with(Standstill now) {
    return new JobRun(
        attempt, holding, startedAt, endedAt, steps, completion, cancelledBy, terms, now);
  }

  JobRun with(TreePMap<Integer, StepState> now) {
    return new JobRun(
        attempt, holding, startedAt, endedAt, now, completion, cancelledBy, terms, still);
  }

  JobRun with(StepState step) {
    return with(KeptSteps.of(steps.plus(step.step(), step)));
  }

  /** With what a step did on a node. */
  JobRun onNode(int number, NodeName name, UnaryOperator<NodeStep> change) {
    StepState step =
        Objects.requireNonNull(
            steps.get(number), () -> "unknown step " + number + " of attempt " + attempt);
    NodeStep node = Objects.requireNonNull(step.nodes().get(name));
    return with(step.with(name, change.apply(node)));
  }
}
