package io.pliant.api;

import io.pliant.core.id.PartitionName;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a partition stands in its pool.
 *
 * @param pool its pool
 * @param lent nodes of it that jobs of other partitions have, by partition
 * @param borrowed nodes of other partitions that its jobs have, by partition
 * @param offered idle nodes of it that are kept for somebody who collects, for some seconds
 * @param collecting its jobs for which nodes are being collected
 * @param words what it has said to the others since its controller hosts it
 */
public record PoolEntry(
    String pool,
    SortedMap<PartitionName, Integer> lent,
    SortedMap<PartitionName, Integer> borrowed,
    int offered,
    int collecting,
    long words) {
  public PoolEntry {
    lent = Collections.unmodifiableSortedMap(new TreeMap<>(lent));
    borrowed = Collections.unmodifiableSortedMap(new TreeMap<>(borrowed));
  }

  /** All nodes that it has lent. */
  public int lentNodes() {
    return lent.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** All nodes that its jobs have of others. */
  public int borrowedNodes() {
    return borrowed.values().stream().mapToInt(Integer::intValue).sum();
  }
}
