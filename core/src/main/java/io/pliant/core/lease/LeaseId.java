package io.pliant.core.lease;

import io.pliant.core.id.PartitionName;
import java.util.Comparator;

/**
 * What one collection of a borrower asks of all its lenders under one name.
 *
 * @param borrower partition whose job gets the nodes
 * @param number fencing number: no two collections of a borrower have the same, even when its
 *     controller died between them
 */
public record LeaseId(PartitionName borrower, long number) implements Comparable<LeaseId> {
  private static final Comparator<LeaseId> ORDER =
      Comparator.comparing(LeaseId::borrower).thenComparingLong(LeaseId::number);

  public LeaseId {
    if (number < 0) {
      throw new IllegalArgumentException(
          "Expected the number of a lease to be 0 or more, but got " + number + ".");
    }
  }

  @Override
  public int compareTo(LeaseId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return borrower + "/" + number;
  }
}
