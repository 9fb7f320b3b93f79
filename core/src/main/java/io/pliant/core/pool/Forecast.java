package io.pliant.core.pool;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many nodes of a partition are free from when on, if jobs run to their limits.
 *
 * @param free by time, never less than before; the first entry is now
 */
public record Forecast(NavigableMap<Instant, Integer> free) {
  public Forecast {
    free = Collections.unmodifiableNavigableMap(new TreeMap<>(free));
    if (free.isEmpty()) {
      throw new IllegalArgumentException("Expected a forecast to begin now, but it is empty.");
    }
  }

  /**
   * What running jobs leave.
   *
   * @param idle free nodes now
   * @param ends nodes that come free, by time
   */
  public static Forecast of(Instant now, int idle, SortedMap<Instant, Integer> ends) {
    TreeMap<Instant, Integer> free = new TreeMap<>();
    free.put(now, idle);
    int all = idle;
    for (Map.Entry<Instant, Integer> end : ends.entrySet()) {
      all += end.getValue();
      free.put(end.getKey().isBefore(now) ? now : end.getKey(), all);
    }
    return new Forecast(free);
  }

  /** Free nodes at a time; as now when it is before. */
  public int at(Instant time) {
    Map.Entry<Instant, Integer> last = free.floorEntry(time);
    return last == null ? free.firstEntry().getValue() : last.getValue();
  }
}
