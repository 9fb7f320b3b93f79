package io.pliant.core.elastic;

import io.pliant.core.size.SpeedUp;

/**
 * A job that runs, and may change size if it is malleable.
 *
 * @param shape what it was submitted as
 * @param nodes that it holds; during an expansion the new ones too, during a shrink the leaving
 *     ones
 * @param target size after the adaptation that is going on; equal to {@code nodes} when none is
 * @param start when it started
 * @param ready when the adaptation ends and it computes again; at most now when none is going on
 * @param workEnd when its work is done by the estimate and what has been learnt, at size {@code
 *     target}
 * @param limit when its time limit ends it, done or not; the largest number for none
 * @param curve learnt speed-up
 * @param mtct measured time in communication over computation, at its present size
 * @param lastAdapted end of its last adaptation, or its start
 * @param adaptations number of adaptations so far
 * @param reference when it would have ended as a rigid job, as the policy saw it at the start; the
 *     policy's memory, carried by its start decision
 */
public record RunningShape(
    WaitingShape shape,
    int nodes,
    int target,
    long start,
    long ready,
    long workEnd,
    long limit,
    SpeedUp curve,
    double mtct,
    long lastAdapted,
    int adaptations,
    long reference) {
  /** A job of fixed size. */
  static RunningShape rigid(WaitingShape shape, int nodes, long start, long end, long reference) {
    SpeedUp curve = SpeedUp.UNKNOWN;
    return new RunningShape(
        shape,
        nodes,
        nodes,
        start,
        start,
        end,
        Long.MAX_VALUE,
        curve,
        curve.mtct(nodes),
        start,
        0,
        reference);
  }

  /** When it is expected to end, at size {@code target}. */
  public long expectedEnd() {
    return Math.min(limit, workEnd);
  }

  /** True while an adaptation goes on. */
  public boolean adapting(long now) {
    return ready > now;
  }

  /** Work left by the estimate, in milliseconds on the preferred size. */
  public double workLeft(long now) {
    long computing = Math.max(0, workEnd - Math.max(now, ready));
    return computing * curve.relative(target, shape.sizes().preferred());
  }

  /** Expected end if it were resized to n nodes now, standing still for {@code pause}. */
  public long endOn(int n, long now, long pause) {
    return Math.min(limit, workEndOn(n, now, pause));
  }

  /** The same without its time limit. */
  long workEndOn(int n, long now, long pause) {
    double rate = curve.relative(n, shape.sizes().preferred());
    return now + pause + (long) Math.ceil(workLeft(now) / rate);
  }
}
