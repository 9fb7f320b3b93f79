package io.pliant.core.job;

import io.pliant.core.partition.Setbacks;
import io.pliant.core.spec.JobSpec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What of a job outlives its attempts.
 *
 * @param spec what was asked for, without script, arguments and environment, which a launch reads
 *     from the journal; or null before {@code JobSubmitted}
 * @param payloadBytes of script, arguments and environment
 * @param setbacks what the last attempts came to
 */
public record JobSubmission(
    @Nullable JobSpec spec,
    long payloadBytes,
    boolean held,
    @Nullable Instant submittedAt,
    Setbacks setbacks) {
  /** Nothing was submitted. */
  static final JobSubmission NONE = new JobSubmission(null, 0, false, null, Setbacks.NONE);

  static JobSubmission of(JobEvent.JobSubmitted e) {
    JobSpec spec = e.spec();
    return new JobSubmission(
        spec.withoutPayload(), spec.payloadBytes(), spec.hold(), e.at(), Setbacks.NONE);
  }

  JobSubmission with(boolean nowHeld, Setbacks now) {
    return new JobSubmission(spec, payloadBytes, nowHeld, submittedAt, now);
  }
}
