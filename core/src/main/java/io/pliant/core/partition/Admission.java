package io.pliant.core.partition;

import io.pliant.core.id.JobId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether a partition takes one more job of a user, by its limits.
 *
 * @param keysSince submission keys that came before are forgotten
 */
record Admission(PartitionSettings settings, PartitionState state, Instant keysSince) {
  static Admission at(PartitionSettings settings, PartitionState state, Instant now) {
    return new Admission(settings, state, now.minus(settings.limits().keepKeys()));
  }

  /** The job that the same user submitted with the same key, or null. */
  @Nullable JobId original(QueuedJob job) {
    String key = job.submissionKey();
    SubmissionKeys.Remembered known = key == null ? null : state.keys().find(job.user(), key);
    return known == null || known.at().isBefore(keysSince) ? null : known.job();
  }

  /** Why not, with the limit and what to do, or null. */
  @Nullable String refusal(QueuedJob job) {
    LedgerLimits limits = settings.limits();
    UserLoads.Load own = state.loads().of(job.user()).plus(1, job.payloadBytes());
    UserLoads.Load all = state.loads().all().plus(1, job.payloadBytes());
    if (own.jobs() > limits.userJobs()) {
      return over("%d jobs of one user that are not over", "limits.user-jobs", limits.userJobs());
    }
    if (own.bytes() > limits.userBytes()) {
      return over(
          "%d bytes in the scripts and environments of one user's jobs",
          "limits.user-bytes", limits.userBytes());
    }
    if (all.jobs() > limits.jobs()) {
      return over("%d jobs that are not over", "limits.partition-jobs", limits.jobs());
    }
    if (all.bytes() > limits.bytes()) {
      return over(
          "%d bytes in the scripts and environments of all jobs",
          "limits.partition-bytes", limits.bytes());
    }
    return job.submissionKey() == null ? null : keyRefusal(job, limits);
  }

  private @Nullable String keyRefusal(QueuedJob job, LedgerLimits limits) {
    SubmissionKeys kept = state.keys().since(keysSince);
    if (kept.count(job.user()) >= limits.userKeys()) {
      return keysOver("%d submission keys of one user", "limits.user-keys", limits.userKeys());
    }
    return kept.count() >= limits.keys()
        ? keysOver("%d submission keys", "limits.partition-keys", limits.keys())
        : null;
  }

  private String over(String what, String key, long limit) {
    return "Expected at most %s in partition %s (%s), but this would be one more; wait until some are over, or cancel some."
        .formatted(what.formatted(limit), settings.name(), key);
  }

  private String keysOver(String what, String key, long limit) {
    return "Expected at most %s in %d hours in partition %s (%s), but this would be one more; submit without a key, or wait until the oldest is forgotten."
        .formatted(
            what.formatted(limit), settings.limits().keepKeys().toHours(), settings.name(), key);
  }
}
