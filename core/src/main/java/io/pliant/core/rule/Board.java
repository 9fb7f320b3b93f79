package io.pliant.core.rule;

/**
 * What a rule may ask and do in one round. Jobs are small numbers, whose meaning the board knows;
 * what "fits" means is the board's too: so many processors, or slices on nodes.
 */
public interface Board {
  /** No job. */
  int NONE = -1;

  /** The first waiting job of the queue, or {@link #NONE}. */
  int head();

  /** True when the waiting job could start now. */
  boolean fits(int job);

  /** Starts a waiting job that fits now; it leaves the queue and takes its place. */
  void start(int job);

  /**
   * Promises the head its <i>shadow time</i>: the earliest time at which it fits when each running
   * job ends by its estimate. All jobs that end then count as ended.
   */
  void reserve(int head);

  /** Goes back to the front of the queue behind the head, in this order. */
  void lookBehind(int head, QueueOrder order);

  /**
   * The next waiting job behind the head, or {@link #NONE} at the end. Jobs that fit and either end
   * by the shadow time or leave the head enough are never left out; others may be.
   */
  int next();

  /** True when the job, started now, ends by its estimate no later than the shadow time. */
  boolean endsByShadow(int job);

  /** True when the head still fits at the shadow time if the job runs past it. */
  boolean leavesHeadEnough(int job);
}
