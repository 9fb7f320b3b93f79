package io.pliant.core.power;

import java.util.List;

/**
 * The one formula for what nodes draw now: what meters say of those that have one, and an estimate
 * of all others. Who has no meters at all gives none.
 */
public final class WattsNow {
  private WattsNow() {}

  /**
   * Nodes of one job of which no meter tells anything.
   *
   * @param watts of each of them, by the best guess
   */
  public record Load(int nodes, double watts) {}

  /**
   * Watts of all nodes together.
   *
   * @param metered sum of what meters say
   * @param others nodes that are on and of which no meter tells anything, whoever holds them
   * @param idleWatts of a node on which no job runs
   * @param loads jobs that hold some of the others
   */
  public static double sum(double metered, int others, double idleWatts, List<Load> loads) {
    double sum = metered + others * idleWatts;
    for (Load load : loads) {
      sum += load.nodes() * (load.watts() - idleWatts);
    }
    return sum;
  }
}
