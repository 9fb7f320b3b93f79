package io.pliant.core.size;

/**
 * What is left to do of a running job by its user's estimate. Live partitions and the simulator
 * count with it, so that both expect a job of the same history to end at the same time.
 *
 * @param millis run time left on its preferred size, at {@code since}; below 0 for one that takes
 *     longer than was estimated
 * @param since from when on it computes, epoch millis; in the future while it changes its size
 */
public record WorkLeft(double millis, long since) {
  /**
   * What is left at a time of work that goes on at so many times the speed of the preferred size.
   */
  public WorkLeft at(long now, double speed) {
    return now <= since ? this : new WorkLeft(millis - (now - since) * speed, now);
  }

  /** The same work, which goes on from a time on. */
  public WorkLeft from(long time) {
    return new WorkLeft(millis, time);
  }

  /** When it is done at so many times the speed of the preferred size; no sooner than it begins. */
  public long end(double speed) {
    return since + (long) Math.ceil(Math.max(0, millis) / speed);
  }
}
