package io.pliant.sim.shape;

import io.pliant.core.id.JobId;
import java.util.List;

/**
 * A line of a job list.
 *
 * @param job its number; an array has as many more behind it as it has elements
 * @param at milliseconds from the beginning to its submission
 * @param user who submits it
 * @param runs what becomes of it
 * @param options as of {@code pliant submit}; a colon stands between the components of a pack
 */
public record ListedJob(JobId job, long at, String user, RunTimes runs, List<String> options) {
  public ListedJob {
    options = List.copyOf(options);
  }
}
