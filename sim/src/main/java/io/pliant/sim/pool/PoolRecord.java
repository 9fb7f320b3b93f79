package io.pliant.sim.pool;

import java.util.List;

/** What happened to each job of a run; times in microseconds, -1 while they have not come. */
final class PoolRecord {
  private final List<PoolJob> jobs;
  private final long[] starts;
  private final long[] ends;
  private double heldNodeMicros;
  private int failures;

  PoolRecord(List<PoolJob> jobs) {
    this.jobs = jobs;
    this.starts = new long[jobs.size()];
    this.ends = new long[jobs.size()];
    java.util.Arrays.fill(starts, -1);
    java.util.Arrays.fill(ends, -1);
  }

  void started(PoolJob job, long at) {
    if (starts[job.id() - 1] >= 0) {
      throw new IllegalStateException(
          "Expected job " + job.id() + " to start once, but it started twice.");
    }
    starts[job.id() - 1] = at;
  }

  void ended(PoolJob job, long at) {
    ends[job.id() - 1] = at;
  }

  /** Nodes were kept for a job that did not run on them meanwhile. */
  void held(int nodes, long micros) {
    heldNodeMicros += (double) nodes * micros;
  }

  /** Nodes were collected in vain. */
  void failed() {
    failures++;
  }

  List<PoolJob> jobs() {
    return jobs;
  }

  long start(PoolJob job) {
    return starts[job.id() - 1];
  }

  long end(PoolJob job) {
    return ends[job.id() - 1];
  }

  double heldNodeMicros() {
    return heldNodeMicros;
  }

  int failures() {
    return failures;
  }
}
