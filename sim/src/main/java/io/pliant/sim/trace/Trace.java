package io.pliant.sim.trace;

import java.util.Arrays;

/**
 * Rigid jobs in order of (submit time, job id), one array for each field. All times are in seconds
 * since the start of the log.
 *
 * @param name for reports, for example the name of the file
 * @param processors of the machine; at least each width
 * @param ids job ids of the log
 * @param submits submit times, at least 0
 * @param runs run times, at least 1, at most the estimates
 * @param widths processors, at least 1
 * @param estimates requested run times, at least 1
 * @param users user numbers of the log; -1 where unknown
 * @param skipped damaged lines or too wide jobs left out because the caller asked for lenience
 */
public record Trace(
    String name,
    int processors,
    long[] ids,
    long[] submits,
    long[] runs,
    int[] widths,
    long[] estimates,
    int[] users,
    int skipped) {
  /** Number of jobs. */
  public int size() {
    return ids.length;
  }

  /** The same jobs with perfect estimates: each one asks for exactly what it runs. */
  public Trace clairvoyant() {
    return new Trace(name, processors, ids, submits, runs, widths, runs, users, skipped);
  }

  /** The first {@code count} jobs, or all when there are fewer. */
  public Trace first(int count) {
    int n = Math.min(count, size());
    return new Trace(
        name,
        processors,
        Arrays.copyOf(ids, n),
        Arrays.copyOf(submits, n),
        Arrays.copyOf(runs, n),
        Arrays.copyOf(widths, n),
        Arrays.copyOf(estimates, n),
        Arrays.copyOf(users, n),
        skipped);
  }
}
