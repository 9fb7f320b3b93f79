package io.pliant.imp.comm;

/** How {@link Communicator#allreduce} joins two elements. Integers wrap around as in Java. */
public enum ReduceOp {
  /** a + b. */
  SUM,
  /** a * b. */
  PRODUCT,
  /** The smaller; NaN if one is NaN. */
  MIN,
  /** The larger; NaN if one is NaN. */
  MAX;

  /** Joins two numbers. */
  public long apply(long a, long b) {
    return switch (this) {
      case SUM -> a + b;
      case PRODUCT -> a * b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
    };
  }

  /** Joins two numbers. */
  public int apply(int a, int b) {
    return switch (this) {
      case SUM -> a + b;
      case PRODUCT -> a * b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
    };
  }

  /** Joins two numbers. */
  public double apply(double a, double b) {
    return switch (this) {
      case SUM -> a + b;
      case PRODUCT -> a * b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
    };
  }

  /** Joins two numbers. */
  public float apply(float a, float b) {
    return switch (this) {
      case SUM -> a + b;
      case PRODUCT -> a * b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
    };
  }
}
