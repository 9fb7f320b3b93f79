package io.pliant.core.energy;

import org.jspecify.annotations.Nullable;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/**
 * How the size of a tenant has changed, for as long as one of its stays is not counted to its end.
 *
 * @param sizes in order of time; the number of an interval is its place
 * @param end when it let go of all, in microseconds since the epoch, or null while it has not
 * @param stays how many of its stays are in the book
 */
public record Tenancy(PVector<Size> sizes, @Nullable Long end, int stays) {
  /** Nothing yet. */
  static final Tenancy NEW = new Tenancy(TreePVector.empty(), null, 0);

  /**
   * A size from a time on.
   *
   * @param from microseconds since the epoch
   */
  public record Size(long from, int nodes) {}

  Tenancy sized(long at, int nodes) {
    long from = sizes.isEmpty() ? at : Math.max(at, sizes.getLast().from());
    return new Tenancy(sizes.plus(new Size(from, nodes)), end, stays);
  }

  Tenancy withStays(int more) {
    return new Tenancy(sizes, end, stays + more);
  }

  Tenancy over(long at) {
    return new Tenancy(sizes, at, stays);
  }

  /** The interval at a time; what lies before the first belongs to it. */
  int numberAt(long time) {
    int number = 0;
    while (number + 1 < sizes.size() && sizes.get(number + 1).from() <= time) {
      number++;
    }
    return number;
  }

  /** End of an interval, or null while it goes on. */
  @Nullable Long endOf(int number) {
    return number + 1 < sizes.size() ? (Long) sizes.get(number + 1).from() : end;
  }
}
