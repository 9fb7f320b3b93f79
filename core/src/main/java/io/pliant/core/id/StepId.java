package io.pliant.core.id;

import org.jspecify.annotations.Nullable;

/**
 * Identity of one launch within one attempt of a job.
 *
 * @param job the job
 * @param attempt 1 for the first run of the job, one more after each requeue
 * @param step {@link #BATCH} for the batch script, else 0, 1, 2 ... in order of creation
 */
public record StepId(JobId job, int attempt, int step) implements Comparable<StepId> {
  /** Step number of the batch script. */
  public static final int BATCH = -1;

  /** Step number of the program that can change size while it runs. */
  public static final int PROGRAM = 0;

  public StepId {
    if (attempt < 1 || step < BATCH) {
      throw new IllegalArgumentException(
          "Expected attempt >= 1 and step >= -1, but got " + attempt + " and " + step + ".");
    }
  }

  /** Step of the batch script of that attempt. */
  public static StepId batch(JobId job, int attempt) {
    return new StepId(job, attempt, BATCH);
  }

  /** The attempt that it belongs to. */
  public AttemptId attemptId() {
    return new AttemptId(job, attempt);
  }

  public boolean isBatch() {
    return step == BATCH;
  }

  /** File-name-safe key, for example {@code 12-1-batch} or {@code 12-1-0}. */
  public String key() {
    return job + "-" + attempt + "-" + (isBatch() ? "batch" : Integer.toString(step));
  }

  /** The word of a task in the adapt protocol: unique among all tasks of all jobs. */
  public String taskKey(int rank) {
    return key() + "." + rank;
  }

  /** Parses what {@link #key()} wrote. */
  public static StepId parseKey(String key) {
    String[] parts = key.split("-", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException(
          "Expected a step key like 12-1-batch, but got '" + key + "'.");
    }
    return new StepId(
        JobId.parse(parts[0]),
        Integer.parseInt(parts[1]),
        parts[2].equals("batch") ? BATCH : Integer.parseInt(parts[2]));
  }

  @Override
  public int compareTo(StepId other) {
    int byJob = job.compareTo(other.job);
    if (byJob != 0) {
      return byJob;
    }
    int byAttempt = Integer.compare(attempt, other.attempt);
    return byAttempt != 0 ? byAttempt : Integer.compare(step, other.step);
  }

  /** As Slurm's users read it: {@code 12.batch} or {@code 12.0}. */
  @Override
  public String toString() {
    return job + "." + (isBatch() ? "batch" : Integer.toString(step));
  }

  // by hand, for what takes long in a record, as in ResourceRequest
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || other instanceof StepId that
            && job.equals(that.job)
            && attempt == that.attempt
            && step == that.step;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * job.hashCode() + attempt) + step;
  }
}
