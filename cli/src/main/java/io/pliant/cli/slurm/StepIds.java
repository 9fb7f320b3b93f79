package io.pliant.cli.slurm;

import io.pliant.api.ArrayEntry;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.job.JobRefs;
import io.pliant.core.array.JobRef;
import io.pliant.core.id.JobId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A list of jobs and steps, as {@code 12,13.0,14_7.batch}.
 *
 * @param jobs the jobs' numbers with commas; null for any
 * @param meant each with the step that is meant, or null for all
 */
record StepIds(@Nullable String jobs, List<Meant> meant) {
  private static final int MOST = 500;
  private static final Pattern ID = Pattern.compile("([^.]+)(?:\\.(batch|[0-9]{1,9}))?");

  record Meant(JobRef job, @Nullable String step) {}

  /** Reads a list; null means any. */
  static StepIds parse(@Nullable String list) {
    if (list == null) {
      return new StepIds(null, List.of());
    }
    Set<String> jobs = new LinkedHashSet<>();
    List<Meant> meant = new ArrayList<>();
    for (String word : JobRefs.split(list)) {
      Meant one = one(word.strip());
      jobs.add(one.job().job().toString());
      meant.add(one);
    }
    if (jobs.size() > MOST) {
      throw CommandFailure.operational(
          "Expected at most %d numbers of jobs, but got %d.".formatted(MOST, jobs.size()));
    }
    return new StepIds(String.join(",", jobs), List.copyOf(meant));
  }

  private static Meant one(String word) {
    Matcher id = ID.matcher(word);
    try {
      if (id.matches()) {
        return new Meant(JobRef.parse(id.group(1)), id.group(2));
      }
    } catch (IllegalArgumentException e) {
      throw invalid(word, e);
    }
    throw invalid(word, null);
  }

  private static CommandFailure invalid(String word, @Nullable Throwable cause) {
    CommandFailure failure =
        CommandFailure.operational(
            "Invalid job id '%s': expected jobs as in 12, 12_7 or 12_[3-9], with .STEP or .batch for one step."
                .formatted(word));
    if (cause != null) {
      failure.initCause(cause);
    }
    return failure;
  }

  /**
   * True for a job or step that is meant.
   *
   * @param array what the job is of an array, or null
   * @param step {@code batch} or a number, or null for the job as a whole
   */
  boolean contains(JobId job, @Nullable ArrayEntry array, @Nullable String step) {
    return jobs == null
        || meant.stream()
            .anyMatch(one ->
                names(one.job(), job, array) && (one.step() == null || one.step().equals(step)));
  }

  private static boolean names(JobRef ref, JobId job, @Nullable ArrayEntry array) {
    if (array == null || !array.job().equals(ref.job())) {
      return ref.elements() == null && job.equals(ref.job());
    }
    return ref.elements() == null || array.includes(ref.elements());
  }
}
