package io.pliant.core.size;

/**
 * Which numbers of nodes a job can run on (seed paper of adaptive Slurm, option node-constraints).
 */
public enum SizeConstraint {
  ANY,
  POWER_OF_TWO,
  EVEN,
  ODD,
  CUBIC;

  /** The largest number that satisfies the constraint and is at most {@code n}; 0 when none is. */
  public int floor(int n) {
    if (n < 1) {
      return 0;
    }
    return switch (this) {
      case ANY -> n;
      case POWER_OF_TWO -> Integer.highestOneBit(n);
      case EVEN -> n - n % 2;
      case ODD -> n - 1 + n % 2;
      case CUBIC -> cube(n);
    };
  }

  private static int cube(int n) {
    int root = (int) Math.round(Math.cbrt(n));
    return root * root * root > n ? (root - 1) * (root - 1) * (root - 1) : root * root * root;
  }
}
