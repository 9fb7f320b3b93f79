package io.pliant.core.size;

import java.util.ArrayList;
import java.util.List;

/**
 * The sizes in nodes that a job can have.
 *
 * @param min least size, itself legal
 * @param preferred size at which it would run as a rigid job, itself legal
 * @param max largest size, itself legal
 * @param constraint that each size in between satisfies
 */
public record SizeRange(int min, int preferred, int max, SizeConstraint constraint) {
  public SizeRange {
    if (min < 1 || preferred < min || max < preferred) {
      throw new IllegalArgumentException(
          "Expected 1 <= min <= preferred <= max, but got %d, %d, %d."
              .formatted(min, preferred, max));
    }
    if (constraint.floor(min) != min
        || constraint.floor(preferred) != preferred
        || constraint.floor(max) != max) {
      throw new IllegalArgumentException(
          "Expected sizes that are %s, but got %d, %d, %d."
              .formatted(constraint, min, preferred, max));
    }
  }

  /** One size only. */
  public static SizeRange rigid(int nodes) {
    return new SizeRange(nodes, nodes, nodes, SizeConstraint.ANY);
  }

  public boolean isRigid() {
    return min == max;
  }

  /** The largest legal size that is at most {@code n}; 0 when even the least is more. */
  public int floor(int n) {
    if (n < min) {
      return 0;
    }
    return Math.max(min, constraint.floor(Math.min(n, max)));
  }

  /** All legal sizes, in ascending order. */
  public List<Integer> all() {
    List<Integer> all = new ArrayList<>();
    for (int n = max; n > 0; n = floor(n - 1)) {
      all.add(n);
    }
    return all.reversed();
  }

  public boolean isLegal(int n) {
    return n > 0 && floor(n) == n;
  }
}
