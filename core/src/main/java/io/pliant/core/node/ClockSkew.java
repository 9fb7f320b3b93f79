package io.pliant.core.node;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a node's clock is from ours, from the times of day in its messages. A message that was
 * long on its way makes the clock look behind, never ahead. So a clock is ahead when the latest
 * message says so, and behind when several in a row do.
 */
public final class ClockSkew {
  /** More than messages take on their way. */
  public static final long TOLERATED_MILLIS = 5_000;

  /** Messages in a row that must look behind before the clock is. */
  public static final int IN_A_ROW = 5;

  /** Of a node that has not told its time of day. */
  public static final ClockSkew UNKNOWN = new ClockSkew(List.of());

  private static final double MOST_SECONDS = 1e12;

  private final List<Double> aheads;

  private ClockSkew(List<Double> aheads) {
    this.aheads = List.copyOf(aheads);
  }

  /**
   * With one message more.
   *
   * @param node time of day on the node when it sent the message; null when it does not tell it
   * @param controller time of day here when the message came
   */
  public ClockSkew heard(@Nullable Long node, long controller) {
    if (node == null) {
      return UNKNOWN;
    }
    List<Double> more = new ArrayList<>(aheads);
    more.add((double) node - controller); // a liar may tell any number
    return new ClockSkew(more.subList(Math.max(0, more.size() - IN_A_ROW), more.size()));
  }

  /**
   * How far the node's clock is ahead, in milliseconds rounded to seconds; null when it is near
   * enough, or not known.
   */
  public @Nullable Long ahead() {
    if (aheads.isEmpty()) {
      return null;
    }
    double latest = aheads.getLast();
    if (latest > TOLERATED_MILLIS) {
      return rounded(latest);
    }
    double quickest = aheads.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    return aheads.size() == IN_A_ROW && quickest < -TOLERATED_MILLIS ? rounded(quickest) : null;
  }

  private static long rounded(double millis) {
    return Math.round(Math.clamp(millis / 1_000, -MOST_SECONDS, MOST_SECONDS)) * 1_000;
  }
}
