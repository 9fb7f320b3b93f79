package io.pliant.sim.elastic;

import io.pliant.core.elastic.RunningShape;
import io.pliant.core.elastic.SpeedUp;

/** A job that runs in the simulation: how far it is, at what speed. Times in milliseconds. */
final class RunningJob {
  final ElasticJob job;
  private final long start;
  private final long reference;
  private int nodes;
  private int target;
  private boolean adapting;
  private long ready;
  private long updated;
  private int phase;
  private double phaseLeft;
  private double estimateLeft;
  private SpeedUp learnt = SpeedUp.UNKNOWN;
  private long lastAdapted;
  private int adaptations;
  private RunningShape shape;
  int epoch;

  RunningJob(ElasticJob job, int nodes, long now, long reference) {
    this.job = job;
    this.start = now;
    this.reference = reference;
    this.nodes = nodes;
    this.target = nodes;
    this.ready = now;
    this.updated = now;
    this.lastAdapted = now;
    this.phaseLeft = job.run() * job.phases().getFirst().share();
    this.estimateLeft = job.shape().estimate();
    learn();
    this.shape = describe(now);
  }

  int nodes() {
    return nodes;
  }

  int target() {
    return target;
  }

  long start() {
    return start;
  }

  /** Index of the present phase. */
  int phase() {
    return Math.min(phase, job.phases().size() - 1);
  }

  int adaptations() {
    return adaptations;
  }

  RunningShape shape() {
    return shape;
  }

  boolean adapting() {
    return adapting;
  }

  /** When the present phase ends at the present speed. */
  long phaseEnd() {
    return Math.max(updated, ready) + (long) Math.ceil(phaseLeft / rate());
  }

  /** End by the estimate, for jobs that are rigid. */
  long estimatedEnd() {
    return start + job.shape().estimate();
  }

  /** Work goes on until now. */
  void advance(long now) {
    long from = Math.max(updated, ready);
    if (now > from) {
      double done = Math.min(phaseLeft, (now - from) * rate());
      phaseLeft -= done;
      estimateLeft -= done;
    }
    updated = now;
  }

  /** The phase is over; false when it was the last one. */
  boolean nextPhase(long now) {
    phaseLeft = 0;
    if (++phase == job.phases().size()) {
      return false;
    }
    phaseLeft = job.run() * job.phases().get(phase).share();
    learn();
    shape = describe(now);
    return true;
  }

  /** Begins an adaptation; new nodes are the job's at once, leaving ones until it is over. */
  void beginAdaptation(int size, long now, long pause) {
    adapting = true;
    target = size;
    nodes = Math.max(nodes, size);
    ready = now + pause;
    shape = describe(now);
  }

  /** Ends an adaptation; returns the number of nodes given back. */
  int endAdaptation(long now) {
    int back = nodes - target;
    nodes = target;
    adapting = false;
    lastAdapted = now;
    adaptations++;
    learn();
    shape = describe(now);
    return back;
  }

  private double rate() {
    return curve().relative(target, job.shape().sizes().preferred());
  }

  private SpeedUp curve() {
    return job.phases().get(phase).curve();
  }

  private void learn() {
    learnt = SpeedUp.learnt(target, curve().mtct(target), learnt);
  }

  private RunningShape describe(long now) {
    double speed = learnt.relative(target, job.shape().sizes().preferred());
    long end = Math.max(now, ready) + (long) Math.ceil(Math.max(0, estimateLeft) / speed);
    return new RunningShape(
        job.shape(),
        nodes,
        target,
        start,
        ready,
        job.malleable() ? end : estimatedEnd(),
        learnt,
        curve().mtct(nodes),
        lastAdapted,
        adaptations,
        reference);
  }
}
