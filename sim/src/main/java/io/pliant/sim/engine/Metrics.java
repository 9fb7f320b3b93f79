package io.pliant.sim.engine;

import io.pliant.sim.trace.Trace;

/**
 * What a schedule is worth. Plain averages over all jobs; times in seconds.
 *
 * @param jobs number of jobs
 * @param meanWait start - submit
 * @param meanResponse end - submit
 * @param meanBoundedSlowdown max(1, response / max(10 s, run))
 * @param maxWait the longest wait
 * @param makespan last end - first submit
 * @param utilization processor-seconds used / (processors of the machine x makespan)
 */
public record Metrics(
    int jobs,
    double meanWait,
    double meanResponse,
    double meanBoundedSlowdown,
    long maxWait,
    long makespan,
    double utilization) {
  /** Run times below this many seconds count as this much in the bounded slowdown. */
  public static final long FLOOR = 10;

  /** Measures a schedule of rigid jobs, given the start of each. */
  public static Metrics of(Trace trace, long[] starts) {
    double waits = 0;
    double responses = 0;
    double slowdowns = 0;
    double used = 0;
    long maxWait = 0;
    long first = Long.MAX_VALUE;
    long last = 0;
    int jobs = trace.size();
    for (int job = 0; job < jobs; job++) {
      long submit = trace.submits()[job];
      long run = trace.runs()[job];
      long wait = starts[job] - submit;
      waits += wait;
      responses += wait + run;
      slowdowns += Math.max(1, (wait + run) / (double) Math.max(FLOOR, run));
      used += (double) run * trace.widths()[job];
      maxWait = Math.max(maxWait, wait);
      first = Math.min(first, submit);
      last = Math.max(last, starts[job] + run);
    }
    long makespan = last - first;
    return new Metrics(
        jobs,
        waits / jobs,
        responses / jobs,
        slowdowns / jobs,
        maxWait,
        makespan,
        used / ((double) trace.processors() * makespan));
  }
}
