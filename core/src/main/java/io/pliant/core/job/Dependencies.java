package io.pliant.core.job;

import io.pliant.core.array.JobArray;
import io.pliant.core.array.Places;
import io.pliant.core.dependency.DependencyBook;
import io.pliant.core.dependency.ElementsStanding;
import io.pliant.core.dependency.TargetStanding;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;
import io.pliant.core.job.JobEvent.DependentAdded;
import io.pliant.core.job.JobEvent.DependentsTold;
import io.pliant.core.job.JobEvent.JobEnded;
import io.pliant.core.job.JobEvent.TargetsTold;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.spec.JobSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is between a job and those that wait for it. Who waits is written down with the job that is
 * waited for, and what became of that with the job that waits; so neither polls, and whichever dies
 * goes on where it was.
 */
public final class Dependencies {
  private Dependencies() {}

  /** Another job wants to be told how this one ends. */
  static JobOutcome watch(JobState state, JobIntent.Watch watch, Instant now) {
    boolean known = state.dependents().jobs().containsKey(watch.dependent());
    return state.over() || known || refusal(state, watch) != null
        ? JobOutcome.nothing()
        : JobOutcome.of(
            new JobReply.Done(),
            new DependentAdded(
                state.job(), watch.dependent(), watch.elements(), own(state, watch), now));
  }

  /** Why that job can't wait for this one, or null. */
  public static @Nullable String refusal(JobState state, JobIntent.Watch watch) {
    boolean known = state.dependents().jobs().containsKey(watch.dependent());
    return known || state.over() ? null : state.dependents().full(own(state, watch));
  }

  private static boolean own(JobState state, JobIntent.Watch watch) {
    return state.submittedSpec().submitter().uid() == watch.uid();
  }

  /** Jobs that this one waits for have told how they stand. */
  static JobOutcome told(JobState state, List<TargetStanding> targets, Instant now) {
    DependencyBook before = state.dependency();
    DependencyBook after = before == null ? null : before.after(targets, now);
    if (after == null || state.phase() != Phase.PENDING || after.equals(before)) {
      return JobOutcome.nothing();
    }
    List<JobEvent> events = new ArrayList<>();
    events.add(new TargetsTold(state.job(), targets, now));
    if (after.asked().endIfNever() && after.never()) {
      events.add(
          new JobEnded(
              state.job(),
              state.attempt(),
              JobStatus.CANCELLED,
              ExitStatus.SUCCESS,
              "what it waits for can not come any more: " + after.standing().unmet(),
              null,
              now));
    }
    return new JobOutcome(events, new JobReply.Done(), List.of());
  }

  /** All that wait for this job, which is over, know how it ended. */
  static JobOutcome allTold(JobState state, Instant now) {
    return state.over() && !state.dependents().jobs().isEmpty()
        ? new JobOutcome(
            List.of(new DependentsTold(state.job(), now)),
            new JobReply.Done(),
            List.of(endTelling(state)))
        : JobOutcome.nothing();
  }

  /** Its partition need not wake it any more for those that wait for it. */
  public static JobOrder endTelling(JobState state) {
    return new JobOrder.ToPartition(new PartitionIntent.EndTelling(state.attemptId()));
  }

  /**
   * How this job stands for those that wait for it.
   *
   * @param live how the elements of an array stand that is not over, as its partition says; null
   *     for what is no array, or when it has not said
   */
  public static TargetStanding standing(JobState state, @Nullable ElementsStanding live) {
    Instant granted = state.allocatedAt();
    Instant started = granted == null && state.over() ? state.endedAt() : granted;
    if (live != null && started == null && live.waiting().isEmpty()) {
      started = state.submittedAt();
    }
    return new TargetStanding(
        state.job(),
        null,
        started,
        state.over() ? state.status() : null,
        elements(state, live),
        order(state));
  }

  /** A number above those of all jobs that it waits for, or null when it is not known. */
  static @Nullable Long order(JobState state) {
    DependencyBook book = state.dependency();
    Instant submitted = state.submittedAt();
    return book != null ? book.order() : submitted == null ? null : (Long) submitted.toEpochMilli();
  }

  private static @Nullable ElementsStanding elements(
      JobState state, @Nullable ElementsStanding live) {
    JobSpec spec = state.spec();
    JobArray array = spec == null ? null : spec.array();
    if (array == null || !state.over()) {
      return live;
    }
    Places failed = state.submission().failed();
    Places all = Places.first(array.indices().count());
    boolean ok = state.status() == JobStatus.COMPLETED;
    return new ElementsStanding(
        array.indices(),
        Places.NONE,
        Places.NONE,
        failed != null ? failed : ok ? Places.NONE : all);
  }
}
