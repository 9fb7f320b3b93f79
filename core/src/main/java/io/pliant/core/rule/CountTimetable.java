package io.pliant.core.rule;

import java.util.Arrays;

/** The timetable of a machine of equal processors: a step function of free processors over time. */
public final class CountTimetable implements Timetable {
  private final int[] widths;
  private final long[] estimates;
  private long[] times = new long[64];
  private int[] free = new int[64];
  private int steps = 1;

  /**
   * An empty machine at second 0.
   *
   * @param processors of the machine, at least the width of each job
   * @param widths processors of each job by its number
   * @param estimates estimated run time of each job in seconds, at least 1
   */
  public CountTimetable(int processors, int[] widths, long[] estimates) {
    this.widths = widths;
    this.estimates = estimates;
    this.free[0] = processors;
  }

  /** Forgets what was before {@code now}; later calls ask for times from then on. */
  public void advance(long now) {
    int current = stepAt(now);
    if (current > 0) {
      steps -= current;
      System.arraycopy(times, current, times, 0, steps);
      System.arraycopy(free, current, free, 0, steps);
    }
    times[0] = now;
  }

  /** Gives back the processors of a running job between two times, since it has ended before. */
  public void free(int job, long from, long until) {
    change(from, until, widths[job]);
  }

  @Override
  public long earliest(int job) {
    int width = widths[job];
    long length = estimates[job];
    int from = 0;
    for (int step = 0; ; step++) {
      if (step == steps || times[step] - times[from] >= length) {
        return times[from];
      }
      if (free[step] < width) {
        from = step + 1;
      }
    }
  }

  @Override
  public void book(int job, long start) {
    change(start, start + estimates[job], -widths[job]);
  }

  @Override
  public void withdraw(int job, long start) {
    change(start, start + estimates[job], widths[job]);
  }

  private void change(long from, long until, int processors) {
    int first = ensureStep(from);
    int last = ensureStep(until);
    for (int step = first; step < last; step++) {
      free[step] += processors;
    }
    join(last);
    join(first);
  }

  private void join(int step) {
    if (step > 0 && step < steps && free[step] == free[step - 1]) {
      steps--;
      System.arraycopy(times, step + 1, times, step, steps - step);
      System.arraycopy(free, step + 1, free, step, steps - step);
    }
  }

  private int ensureStep(long time) {
    int at = stepAt(time);
    if (times[at] == time) {
      return at;
    }
    if (steps == times.length) {
      times = Arrays.copyOf(times, 2 * steps);
      free = Arrays.copyOf(free, 2 * steps);
    }
    System.arraycopy(times, at + 1, times, at + 2, steps - at - 1);
    System.arraycopy(free, at + 1, free, at + 2, steps - at - 1);
    steps++;
    times[at + 1] = time;
    free[at + 1] = free[at];
    return at + 1;
  }

  /** The last step that begins at or before the time. */
  private int stepAt(long time) {
    int at = Arrays.binarySearch(times, 0, steps, time);
    return at >= 0 ? at : Math.max(0, -at - 2);
  }
}
