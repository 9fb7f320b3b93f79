package io.pliant.core.power;

/**
 * A bound that cannot be met, by how much at best, and why. It will be an alarm event.
 *
 * @param bound which one
 * @param watts missing to the bound with the sizes that come nearest, above 0; for the nodes 0
 * @param why in a sentence
 */
public record Shortfall(Bound bound, double watts, String why) {
  /** What is not met. */
  public enum Bound {
    LOWER,
    UPPER,
    /** Each bound could be met alone, but no sizes meet both. */
    BOTH,
    /** The jobs need more nodes at least than there are. */
    NODES
  }
}
