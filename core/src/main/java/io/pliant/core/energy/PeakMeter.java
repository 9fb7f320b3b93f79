package io.pliant.core.energy;

import java.util.Arrays;

/**
 * The most watts that an interval drew in any second of the clock, all its nodes together; of the
 * seconds in which it begins and ends, in the part that is its own. Nodes may be told of up to
 * {@value #SECONDS} s apart. Without a meter at one of the nodes the sum lacks that node.
 */
final class PeakMeter {
  static final int SECONDS = 128;
  private static final long MICROS = 1_000_000;

  private final long from;
  private final double[] microjoules = new double[SECONDS];
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
      microjoules[slot(second)] += overlap * watts;
    }
  }

  private void advance(long second) {
    if (newest == Long.MIN_VALUE || second - newest >= SECONDS) {
      past = peak(Stay.OPEN);
      Arrays.fill(microjoules, 0);
      newest = second;
    }
    while (newest < second) {
      newest++;
      past = Math.max(past, watts(newest - SECONDS, Stay.OPEN));
      microjoules[slot(newest)] = 0;
    }
  }

  /**
   * The peak so far.
   *
   * @param to end of the interval, or {@link Stay#OPEN}
   */
  double peak(long to) {
    double most = past;
    if (newest != Long.MIN_VALUE) {
      for (long second = newest - SECONDS + 1; second <= newest; second++) {
        most = Math.max(most, watts(second, to));
      }
    }
    return most;
  }

  private double watts(long second, long to) {
    double energy = microjoules[slot(second)];
    long begin = Math.max(from, second * MICROS);
    long end = Math.min(to, (second + 1) * MICROS);
    return energy == 0 || end <= begin ? 0 : energy / (end - begin);
  }

  private static int slot(long second) {
    return (int) Math.floorMod(second, SECONDS);
  }
}
