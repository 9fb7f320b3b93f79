package io.pliant.cli.slurm;

import io.pliant.cli.invocation.CommandFailure;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A list of jobs and steps, as {@code 12,13.0,14.batch}.
 *
 * @param jobs the jobs' numbers with commas; null for any
 * @param whole jobs that are meant with all their steps
 * @param steps steps that are meant
 */
record StepIds(@Nullable String jobs, Set<String> whole, Set<String> steps) {
  private static final int MOST = 500;
  private static final Pattern ID = Pattern.compile("([1-9][0-9]{0,17})(?:\\.(batch|[0-9]{1,9}))?");

  /** Reads a list; null means any. */
  static StepIds parse(@Nullable String list) {
    if (list == null) {
      return new StepIds(null, Set.of(), Set.of());
    }
    List<String> jobs = new ArrayList<>();
    Set<String> whole = new LinkedHashSet<>();
    Set<String> steps = new LinkedHashSet<>();
    for (String word : list.split(",", -1)) {
      Matcher id = ID.matcher(word.strip());
      if (!id.matches()) {
        throw CommandFailure.operational(
            "Invalid job id '%s': expected numbers of jobs, with .STEP or .batch for one step."
                .formatted(word));
      }
      jobs.add(id.group(1));
      (id.group(2) == null ? whole : steps).add(word.strip());
    }
    if (jobs.size() > MOST) {
      throw CommandFailure.operational(
          "Expected at most %d numbers of jobs, but got %d.".formatted(MOST, jobs.size()));
    }
    return new StepIds(String.join(",", jobs), whole, steps);
  }

  /** True for a job or step that is meant. */
  boolean contains(String id) {
    int dot = id.indexOf('.');
    return jobs == null
        || whole.contains(dot < 0 ? id : id.substring(0, dot))
        || steps.contains(id);
  }
}
