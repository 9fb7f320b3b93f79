package io.pliant.core.partition;

import io.pliant.core.id.JobId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether a partition takes one more job of a user, by its limits.
 *
 * @param now time of the submission
 */
record Admission(PartitionSettings settings, PartitionState state, Instant now) {
  /** Keys of the kind of this one that came before are forgotten. */
  Instant keysSince(String key) {
    return now.minus(
        SubmissionKeys.retry(key) ? SubmissionKeys.KEEP_RETRIES : settings.limits().keepKeys());
  }

  /** The job that the same user submitted with the same key, or null. */
  @Nullable JobId original(QueuedJob job) {
    String key = job.submissionKey();
    if (key == null) {
      return null;
    }
    KeyBook.Remembered known = state.keys().find(job.user(), key);
    return known == null || known.at().isBefore(keysSince(key)) ? null : known.job();
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
          "%d bytes in the scripts, environments and lists of nodes of one user's jobs",
          "limits.user-bytes", limits.userBytes());
    }
    if (all.jobs() > limits.jobs()) {
      return over("%d jobs that are not over", "limits.partition-jobs", limits.jobs());
    }
    if (all.bytes() > limits.bytes()) {
      return over(
          "%d bytes in the scripts, environments and lists of nodes of all jobs",
          "limits.partition-bytes", limits.bytes());
    }
    String key = job.submissionKey();
    return key == null || SubmissionKeys.retry(key) ? null : keyRefusal(job, keysSince(key));
  }

  private @Nullable String keyRefusal(QueuedJob job, Instant since) {
    LedgerLimits limits = settings.limits();
    KeyBook kept = state.keys().lasting().since(since);
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
