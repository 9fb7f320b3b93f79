package io.pliant.core.node;

import org.jspecify.annotations.Nullable;

/** How far two clocks may differ before somebody is told. */
public final class ClockSkew {
  /** More than messages take on their way. */
  public static final long TOLERATED_MILLIS = 5_000;

  private static final double MOST_SECONDS = 1e12;

  private ClockSkew() {}

  /**
   * How far a node's clock is ahead, rounded to seconds; null when it is near enough, or the node
   * does not tell it.
   *
   * @param node time of day on the node when it sent a message
   * @param controller time of day here when the message came
   */
  public static @Nullable Long ahead(@Nullable Long node, long controller) {
    if (node == null) {
      return null;
    }
    double ahead = (double) node - controller; // a liar may tell any number
    if (Math.abs(ahead) <= TOLERATED_MILLIS) {
      return null;
    }
    return Math.round(Math.clamp(ahead / 1_000, -MOST_SECONDS, MOST_SECONDS)) * 1_000;
  }
}
