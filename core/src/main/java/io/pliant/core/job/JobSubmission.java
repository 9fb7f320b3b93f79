package io.pliant.core.job;

import io.pliant.core.array.Indices;
import io.pliant.core.array.Places;
import io.pliant.core.dependency.Dependency;
import io.pliant.core.dependency.DependencyBook;
import io.pliant.core.partition.Setbacks;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of a job outlives its attempts.
 *
 * @param spec what was asked for, without script, arguments and environment, which a launch reads
 *     from the journal; or null before {@code JobSubmitted}
 * @param payloadBytes of script, arguments and environment
 * @param setbacks what the last attempts came to
 * @param dependency what is known of the jobs that it waits for, or null when there are none
 * @param dependents jobs that wait for it
 * @param failed of an array that is over: elements that did not end well, or null
 * @param changes how often it was changed since; of a pack in several partitions also how often it
 *     was held and let go, which no partition does by itself
 * @param givenUp attempts of such a pack that not all of its partitions held
 */
public record JobSubmission(
    @Nullable JobSpec spec,
    long payloadBytes,
    boolean held,
    @Nullable Instant submittedAt,
    Setbacks setbacks,
    @Nullable DependencyBook dependency,
    Dependents dependents,
    @Nullable Places failed,
    int changes,
    int givenUp) {
  /** Nothing was submitted. */
  static final JobSubmission NONE =
      new JobSubmission(null, 0, false, null, Setbacks.NONE, null, Dependents.NONE, null, 0, 0);

  static JobSubmission of(JobEvent.JobSubmitted e) {
    JobSpec spec = e.spec();
    Dependency asked = spec.dependency();
    return new JobSubmission(
        spec.withoutPayload(),
        spec.payloadBytes(),
        spec.hold(),
        e.at(),
        Setbacks.NONE,
        asked == null ? null : DependencyBook.of(asked, indices(spec), e.at()),
        Dependents.NONE,
        null,
        0,
        0);
  }

  JobSubmission with(boolean nowHeld, Setbacks now) {
    return new JobSubmission(
        spec,
        payloadBytes,
        nowHeld,
        submittedAt,
        now,
        dependency,
        dependents,
        failed,
        changes,
        givenUp);
  }

  JobSubmission told(JobEvent.TargetsTold e) {
    return new JobSubmission(
        spec,
        payloadBytes,
        held,
        submittedAt,
        setbacks,
        dependency == null ? null : dependency.after(e.targets(), e.at()),
        dependents,
        failed,
        changes,
        givenUp);
  }

  JobSubmission with(Dependents now) {
    return new JobSubmission(
        spec, payloadBytes, held, submittedAt, setbacks, dependency, now, failed, changes, givenUp);
  }

  JobSubmission failed(Places elements) {
    return new JobSubmission(
        spec,
        payloadBytes,
        held,
        submittedAt,
        setbacks,
        dependency,
        dependents,
        elements,
        changes,
        givenUp);
  }

  /** Counts a change of the attempt, which its partition is to know. */
  JobSubmission changed() {
    return new JobSubmission(
        spec,
        payloadBytes,
        held,
        submittedAt,
        setbacks,
        dependency,
        dependents,
        failed,
        changes + 1,
        givenUp);
  }

  private static @Nullable Indices indices(JobSpec spec) {
    return spec.array() == null ? null : spec.array().indices();
  }

  private @Nullable DependencyBook waitingFor(@Nullable Dependency other) {
    if (other == null || spec == null || submittedAt == null) {
      return dependency;
    }
    return dependency == null
        ? DependencyBook.of(other, indices(spec), submittedAt)
        : dependency.replacedBy(other);
  }

  JobSubmission changed(JobChange change) {
    return new JobSubmission(
        spec == null ? null : spec.after(change),
        payloadBytes,
        held,
        submittedAt,
        setbacks,
        waitingFor(change.dependency()),
        dependents,
        failed,
        changes + 1,
        givenUp);
  }

  /** With one more change, or as it is. */
  JobSubmission counted(boolean changed) {
    return with(changed ? changes + 1 : changes, givenUp, setbacks);
  }

  /** An attempt was given up; the next one is not to start at once. */
  JobSubmission givenUp(Instant notBefore) {
    return with(
        changes,
        givenUp + 1,
        new Setbacks(setbacks.inARow(), notBefore, setbacks.holdReason(), List.of()));
  }

  private JobSubmission with(int nowChanges, int nowGivenUp, Setbacks now) {
    return new JobSubmission(
        spec,
        payloadBytes,
        held,
        submittedAt,
        now,
        dependency,
        dependents,
        failed,
        nowChanges,
        nowGivenUp);
  }
}
