package io.pliant.core.pool;

import io.pliant.core.id.PartitionName;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * When a job that no partition of a pool can start alone is to start, and on how many nodes of
 * each.
 *
 * @param at the earliest time at which the pool has enough, by the partitions' own forecasts
 * @param nodes of each partition, together as many as the job needs; its home gives first
 */
public record PoolPlan(Instant at, SortedMap<PartitionName, Integer> nodes) {
  public PoolPlan {
    nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
  }

  /**
   * The earliest plan, or null when the pool never has so many nodes.
   *
   * @param need nodes of the job
   * @param forecasts by partition, less what is promised to jobs that go before it
   */
  public static @Nullable PoolPlan of(
      PartitionName home, int need, SortedMap<PartitionName, Forecast> forecasts) {
    TreeSet<Instant> times = new TreeSet<>();
    forecasts.values().forEach(forecast -> times.addAll(forecast.free().keySet()));
    for (Instant time : times) {
      int free = forecasts.values().stream().mapToInt(forecast -> forecast.at(time)).sum();
      if (free >= need) {
        return new PoolPlan(time, split(home, need, time, forecasts));
      }
    }
    return null;
  }

  /** From home first, then from those that have most, so that few partitions take part. */
  private static SortedMap<PartitionName, Integer> split(
      PartitionName home, int need, Instant time, SortedMap<PartitionName, Forecast> forecasts) {
    List<Map.Entry<PartitionName, Forecast>> order =
        forecasts.entrySet().stream()
            .sorted(
                Comparator.comparing(
                        (Map.Entry<PartitionName, Forecast> each) -> !each.getKey().equals(home))
                    .thenComparing(each -> -each.getValue().at(time))
                    .thenComparing(Map.Entry::getKey))
            .toList();
    TreeMap<PartitionName, Integer> nodes = new TreeMap<>();
    int left = need;
    for (Map.Entry<PartitionName, Forecast> each : order) {
      int share = Math.min(left, each.getValue().at(time));
      if (share > 0) {
        nodes.put(each.getKey(), share);
        left -= share;
      }
    }
    return nodes;
  }
}
