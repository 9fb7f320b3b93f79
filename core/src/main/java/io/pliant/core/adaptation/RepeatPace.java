package io.pliant.core.adaptation;

import java.time.Duration;

/**
 * When an application says again what it owes: after a pause that doubles up to fifteen times the
 * first one while nothing happens, and from the first one again when something does.
 *
 * @param first pause after news
 * @param doublings since then
 */
public record RepeatPace(Duration first, int doublings) {
  private static final int MOST_TIMES = 15;
  private static final int MOST_DOUBLINGS = 4;

  /** From the start. */
  public static RepeatPace from(Duration first) {
    return new RepeatPace(first, 0);
  }

  /** The pause until the next repetition. */
  public Duration pause() {
    return first.multipliedBy(Math.min(1L << doublings, MOST_TIMES));
  }

  /**
   * All was said again.
   *
   * @param urgent somebody waits for an answer, so that the pause must not grow
   */
  public RepeatPace repeated(boolean urgent) {
    return urgent ? news() : new RepeatPace(first, Math.min(doublings + 1, MOST_DOUBLINGS));
  }

  /** Something has happened. */
  public RepeatPace news() {
    return from(first);
  }

  /** True when news would come to be repeated sooner. */
  public boolean slow() {
    return doublings > 0;
  }
}
