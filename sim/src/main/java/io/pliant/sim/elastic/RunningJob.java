package io.pliant.sim.elastic;

import io.pliant.core.size.SpeedUp;

/** A program that runs in the simulation: how far it is, at what speed. Times in milliseconds. */
final class RunningJob {
  final ElasticJob job;
  private final long start;
  private final long limit;
  private int nodes;
  private int target;
  private boolean adapting;
  private long ready;
  private long updated;
  private int phase;
  private double phaseLeft;
  int epoch;

  /**
   * A program that starts.
   *
   * @param limited its estimate is a time limit
   */
  RunningJob(ElasticJob job, int nodes, long now, boolean limited) {
    this.job = job;
    this.start = now;
    this.limit = limited ? now + job.shape().estimate() : Long.MAX_VALUE;
    this.nodes = nodes;
    this.target = nodes;
    this.ready = now;
    this.updated = now;
    this.phaseLeft = job.run() * job.phases().getFirst().share();
  }

  int nodes() {
    return nodes;
  }

  /** Index of the present phase. */
  int phase() {
    return Math.min(phase, job.phases().size() - 1);
  }

  boolean adapting() {
    return adapting;
  }

  /** True once its time limit ends it. */
  boolean over(long now) {
    return now >= limit;
  }

  /** When the present phase ends at the present speed, or the time limit ends the job. */
  long phaseEnd() {
    return Math.min(limit, Math.max(updated, ready) + (long) Math.ceil(phaseLeft / rate()));
  }

  /** When the adaptation is over, or the time limit ends the job. */
  long adaptationEnd() {
    return Math.min(limit, ready);
  }

  /** End by the estimate, for jobs that are rigid. */
  long estimatedEnd() {
    return start + job.shape().estimate();
  }

  /** Work goes on until now. */
  void advance(long now) {
    long from = Math.max(updated, ready);
    if (now > from) {
      phaseLeft -= Math.min(phaseLeft, (now - from) * rate());
    }
    updated = now;
  }

  /** The phase is over; false when it was the last one. */
  boolean nextPhase() {
    phaseLeft = 0;
    if (++phase == job.phases().size()) {
      return false;
    }
    phaseLeft = job.run() * job.phases().get(phase).share();
    return true;
  }

  /** Begins an adaptation; new nodes are the job's at once, leaving ones until it is over. */
  void beginAdaptation(int size, long now, long pause) {
    adapting = true;
    target = size;
    nodes = Math.max(nodes, size);
    ready = now + pause;
  }

  /** Ends an adaptation; returns the number of nodes given back. */
  int endAdaptation() {
    int back = nodes - target;
    nodes = target;
    adapting = false;
    return back;
  }

  /** Time in communication over time in computation, as it would be measured now. */
  double mtct() {
    return curve().mtct(nodes);
  }

  private double rate() {
    return curve().relative(target, job.shape().sizes().preferred());
  }

  private SpeedUp curve() {
    return job.phases().get(phase()).curve();
  }
}
