package io.pliant.core.elastic;

/**
 * How much later than as a rigid job a malleable one may end.
 *
 * @param factor bound on (end - submit) / (end as a rigid job - submit), at least 1
 */
public record FairnessFloor(double factor) {
  public FairnessFloor {
    if (!(factor >= 1)) {
      throw new IllegalArgumentException(
          "Expected a fairness factor of at least 1, but got " + factor + ".");
    }
  }

  /**
   * The latest end that is permitted for a job that would have ended at {@code reference}; the
   * largest number when the factor leads beyond it.
   */
  public long latestEnd(WaitingShape shape, long reference) {
    long most = Long.MAX_VALUE - Math.max(0, shape.submit());
    return shape.submit() + Math.min(most, (long) ((reference - shape.submit()) * factor));
  }

  boolean permits(WaitingShape shape, long end, long reference) {
    return end <= latestEnd(shape, reference);
  }
}
