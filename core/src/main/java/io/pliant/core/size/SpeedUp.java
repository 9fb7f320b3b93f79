package io.pliant.core.size;

/**
 * How much faster a job runs on more nodes, by Amdahl's law.
 *
 * @param serial share of the work that does not get faster, from 0 to 1
 */
public record SpeedUp(double serial) {
  /** What is assumed of a job about which nothing has been measured. */
  public static final SpeedUp UNKNOWN = new SpeedUp(0.02);

  public SpeedUp {
    if (!(serial >= 0 && serial <= 1)) {
      throw new IllegalArgumentException(
          "Expected a serial share between 0 and 1, but got " + serial + ".");
    }
  }

  /** Speed on n nodes, that on one node being 1; without a node it is not slower than on one. */
  public double at(int n) {
    return 1 / (serial + (1 - serial) / Math.max(1, n));
  }

  /** Speed on n nodes, that on {@code reference} nodes being 1. */
  public double relative(int n, int reference) {
    return at(n) / at(reference);
  }

  /**
   * Time in communication over time in computation on n nodes: node time that is lost over node
   * time that is not.
   */
  public double mtct(int n) {
    return n / at(n) - 1;
  }

  /**
   * The curve that explains a measured MTCT on n nodes; one node tells nothing, and neither does a
   * measure that is no number. Programs measure themselves, so any value is taken.
   */
  public static SpeedUp learnt(int n, double mtct, SpeedUp before) {
    return n < 2 || Double.isNaN(mtct) ? before : new SpeedUp(Math.clamp(mtct / (n - 1), 0, 1));
  }
}
