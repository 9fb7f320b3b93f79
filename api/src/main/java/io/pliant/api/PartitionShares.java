package io.pliant.api;

import io.pliant.core.id.PartitionName;
import java.util.List;

/**
 * Fair shares of one partition, each of which remembers its own use.
 *
 * @param weight of the fair share in the order of its queue; 0 when it does not count
 * @param cpuSeconds decayed use of all
 * @param shares each account before those below it, its users first
 */
public record PartitionShares(
    PartitionName partition, double weight, double cpuSeconds, List<ShareEntry> shares) {
  public PartitionShares {
    shares = List.copyOf(shares);
  }
}
