package io.pliant.core.energy;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The most watts that an interval drew in any second of the clock, all its nodes together; of the
 * seconds in which it begins and ends, in the part that is its own. Nodes may be told of up to
 * {@value #SECONDS} s apart. Without a meter at one of the nodes the sum lacks that node.
 */
final class PeakMeter {
  static final int SECONDS = 128;
  private static final long MICROS = 1_000_000;

  private final long from;
  private final TreeMap<Long, Double> microjoules = new TreeMap<>();
  private long newest = Long.MIN_VALUE;
  private double past;

  /**
   * @param from begin of the interval, in microseconds since the epoch
   */
  PeakMeter(long from) {
    this.from = from;
  }

  /** One node draws so many watts of the interval's, from a time to another. */
  void add(long begin, long end, double watts) {
    long last = Math.floorDiv(end - 1, MICROS);
    long first = Math.floorDiv(begin, MICROS);
    if (last - first >= SECONDS) {
      past = Math.max(past, watts);
      first = last - SECONDS + 1;
    }
    advance(last);
    for (long second = Math.max(first, newest - SECONDS + 1); second <= last; second++) {
      long overlap =
          Math.min(end, (second + 1) * MICROS)
              - Math.max(begin, Math.multiplyExact(second, MICROS));
      microjoules.merge(second, overlap * watts, Double::sum);
    }
  }

  private void advance(long second) {
    newest = Math.max(newest, second);
    SortedMap<Long, Double> old = microjoules.headMap(newest - SECONDS + 1);
    past = Math.max(past, peak(old, Stay.OPEN));
    old.clear();
  }

  /** The newest second, since the epoch. */
  long newest() {
    return newest;
  }

  /**
   * The peak so far.
   *
   * @param to end of the interval, or {@link Stay#OPEN}
   */
  double peak(long to) {
    return Math.max(past, peak(microjoules, to));
  }

  private double peak(SortedMap<Long, Double> seconds, long to) {
    double most = 0;
    for (Map.Entry<Long, Double> each : seconds.entrySet()) {
      long begin = Math.max(from, each.getKey() * MICROS);
      long end = Math.min(to, (each.getKey() + 1) * MICROS);
      if (end > begin) {
        most = Math.max(most, each.getValue() / (end - begin));
      }
    }
    return most;
  }
}
