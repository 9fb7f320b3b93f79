package io.pliant.actors.job;

import io.pliant.api.ArrayEntry;
import io.pliant.api.DependencyEntry;
import io.pliant.api.JobDetails;
import io.pliant.api.StandstillEntry;
import io.pliant.api.StepDetails;
import io.pliant.api.UsageEntry;
import io.pliant.core.array.ArrayElement;
import io.pliant.core.array.JobArray;
import io.pliant.core.dependency.DependencyBook;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.StepId;
import io.pliant.core.job.Completion;
import io.pliant.core.job.JobState;
import io.pliant.core.launch.OutputPaths;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the outer edge may know of a job's state. */
final class JobDetailsOf {
  private JobDetailsOf() {}

  static JobDetails state(JobState state, JobEnvironmentSettings settings) {
    Completion completion = state.completion();
    OutputPaths paths = OutputPaths.of(state.job(), state.submittedSpec(), state.allocation());
    return new JobDetails(
        state.job(),
        state.submittedSpec(),
        state.status(),
        state.attempt(),
        completion == null ? "" : completion.reason(),
        state.over() && completion != null ? completion.exit() : null,
        Objects.requireNonNull(state.submittedAt()),
        state.startedAt(),
        state.endedAt(),
        state.allocation(),
        steps(state),
        paths.output(),
        paths.error(),
        settings.controller(),
        null,
        array(state),
        dependency(state),
        StandstillEntry.of(state.run().still(), state.endedAt()));
  }

  /** Of an array that is not over its partition knows how it stands. */
  private static @Nullable ArrayEntry array(JobState state) {
    ArrayElement element = state.submittedSpec().element();
    if (element != null) {
      return ArrayEntry.element(element.array(), element.index());
    }
    JobArray array = state.submittedSpec().array();
    Completion end = state.completion();
    return array == null || end == null
        ? null
        : new ArrayEntry(state.job(), null, null, 0, 0, array.indices().count(), end.reason());
  }

  private static @Nullable DependencyEntry dependency(JobState state) {
    DependencyBook book = state.phase() == JobState.Phase.PENDING ? state.dependency() : null;
    String unmet = book == null ? "" : book.text();
    return book == null || unmet.isEmpty() ? null : new DependencyEntry(unmet, book.never());
  }

  private static List<StepDetails> steps(JobState state) {
    return state.steps().values().stream().map(step -> step(state, step)).toList();
  }

  private static StepDetails step(JobState state, StepState step) {
    @Nullable ExitStatus exit = step.ended() ? step.worstExit() : null;
    Duration nodeTime = step.nodeTime();
    return new StepDetails(
        step.step(),
        state.attempt(),
        step.plan().name(),
        status(step),
        step.plan().nodes(),
        step.plan().totalTasks(),
        step.step() == StepId.PROGRAM && state.submittedSpec().malleable() != null,
        exit,
        step.message(),
        step.startedAt(),
        step.endedAt(),
        nodeTime == null ? null : (Double) (nodeTime.toMillis() / 1e3),
        null,
        UsageEntry.of(step.usage()));
  }

  private static JobStatus status(StepState step) {
    if (!step.ended()) {
      return step.startedAt() == null ? JobStatus.PENDING : JobStatus.RUNNING;
    }
    if (step.anyEnd(StepEnd.TIME_LIMIT)) {
      return JobStatus.TIMEOUT;
    }
    if (step.anyEnd(StepEnd.LOST) || step.anyEnd(StepEnd.NODE_FAULT)) {
      return JobStatus.NODE_FAIL;
    }
    if (step.anyEnd(StepEnd.OUT_OF_MEMORY)) {
      return JobStatus.OUT_OF_MEMORY;
    }
    if (step.anyEnd(StepEnd.TERMINATED)) {
      return JobStatus.CANCELLED;
    }
    return step.worstExit().success() ? JobStatus.COMPLETED : JobStatus.FAILED;
  }
}
