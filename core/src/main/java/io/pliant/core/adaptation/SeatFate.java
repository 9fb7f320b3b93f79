package io.pliant.core.adaptation;

/**
 * What the job knows of a task that was ordered.
 *
 * @param seat the task
 * @param number adaptation for which it joins, 0 for the first tasks
 * @param fate whether it is over
 * @param message why it is over, or empty
 */
public record SeatFate(Seat seat, int number, Fate fate, String message) {
  /** Not over, or how. */
  public enum Fate {
    ALIVE,
    ENDED_WELL,
    LOST,
    /** Its node is gone. */
    NODE_LOST
  }
}
