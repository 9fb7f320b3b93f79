package io.pliant.core.job;

import io.pliant.core.array.Places;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;
import io.pliant.core.job.JobEvent.JobCancelRequested;
import io.pliant.core.job.JobEvent.JobEnded;
import io.pliant.core.job.JobEvent.JobSubmitted;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.partition.ArrayResults;
import io.pliant.core.spec.JobSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is different about arrays and their elements. An array is a job that never holds nodes: its
 * partition starts its elements, each a job whose life begins with its first grant, and says when
 * all are over.
 */
public final class Elements {
  private Elements() {}

  /** An element gets nodes for the first time: what it is it has from its array. */
  static JobOutcome begin(JobState state, JobIntent.Begin begin, Instant now) {
    if (state.phase() != Phase.NEW) {
      return JobLifecycle.decide(state, begin.grant(), now);
    }
    List<JobEvent> events = new ArrayList<>();
    events.add(new JobSubmitted(state.job(), begin.spec(), begin.submittedAt()));
    JobState submitted = state.evolve(events.getFirst());
    JobOutcome granted = JobLifecycle.decide(submitted, begin.grant(), now);
    events.addAll(granted.events());
    return new JobOutcome(events, granted.reply(), granted.once());
  }

  /** Events that end a job that waits. */
  static List<JobEvent> cancelled(JobState state, String by, Instant now) {
    return List.of(
        new JobCancelRequested(state.job(), by, now),
        new JobEnded(
            state.job(),
            state.attempt(),
            JobStatus.CANCELLED,
            ExitStatus.SUCCESS,
            "cancelled by " + by,
            null,
            now));
  }

  /** An array that waits cannot end before its running elements do; its partition ends them. */
  static JobOutcome cancelArray(JobState state, String by, Instant now) {
    return state.cancelledBy() == null
        ? JobOutcome.of(new JobReply.Done(), new JobCancelRequested(state.job(), by, now))
        : JobOutcome.nothing();
  }

  /** An element that waits to run again ends. */
  static JobOutcome end(JobState state, String by, Instant now) {
    return state.phase() == Phase.PENDING
        ? new JobOutcome(cancelled(state, by, now), new JobReply.Done(), List.of())
        : JobOutcome.nothing();
  }

  /** The partition says that no element can start or runs. */
  static JobOutcome over(JobState state, JobIntent.AllOver over, Instant now) {
    if (state.phase() != Phase.PENDING) {
      return new JobOutcome(List.of(), new JobReply.Done(), List.of(JobOrders.released(state)));
    }
    ArrayResults results = over.results();
    Places failed = over.failed();
    List<JobEvent> events = new ArrayList<>();
    if (failed != null && !failed.isEmpty()) {
      events.add(new JobEvent.ElementsFailed(state.job(), failed, now));
    }
    events.add(
        new JobEnded(
            state.job(),
            state.attempt(),
            state.cancelledBy() == null ? results.status() : JobStatus.CANCELLED,
            results.worst(),
            results.text(),
            null,
            now));
    return new JobOutcome(events, new JobReply.Done(), List.of());
  }

  /** True for what stands for many equal jobs. */
  public static boolean isArray(@Nullable JobSpec spec) {
    return spec != null && spec.array() != null;
  }
}
