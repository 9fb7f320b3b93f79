package io.pliant.core.energy;

import org.jspecify.annotations.Nullable;

/**
 * One energy counter that only rises, and begins again at 0 behind its range: the fold of its
 * readings. It is exact to the counter's unit. What cannot be known is a gap, also a fall that is
 * no turn (the counter was reset); a counter that ails says so once, until it counts again.
 *
 * @param range largest value in microjoules; the one after it is 0
 * @param mostWatts more than it can ever count; after a time in which it could have gone round, its
 *     value tells nothing
 * @param last the last good reading, or null
 * @param ailing true from a reading that failed to the next one that counts
 */
public record EnergyCounter(long range, double mostWatts, @Nullable Reading last, boolean ailing) {
  /** A reading may be this much later than its time says: its thread was kept waiting. */
  private static final long LATE_MICROS = 1_000_000;

  /** A value at a time, in microjoules and microseconds. */
  public record Reading(long value, long at) {}

  /** What was counted between two readings. */
  public record Counted(long from, long to, long microjoules) {}

  /**
   * What came of a reading.
   *
   * @param counted null for a gap
   * @param complaint to be logged, or null
   */
  public record Step(EnergyCounter next, @Nullable Counted counted, @Nullable String complaint) {}

  public EnergyCounter {
    if (range < 1 || !(mostWatts > 0)) {
      throw new IllegalArgumentException(
          "Expected a counter with a range and a power, but got %d and %s."
              .formatted(range, mostWatts));
    }
  }

  /** A counter that has not been read. */
  public static EnergyCounter unread(long range, double mostWatts) {
    return new EnergyCounter(range, mostWatts, null, false);
  }

  /** The counter had this value at this time. */
  public Step read(long value, long at) {
    if (value < 0 || value > range) {
      return failed("its value is %d, but its range is %d".formatted(value, range));
    }
    Reading before = last;
    if (before != null && at <= before.at()) {
      return new Step(this, null, null);
    }
    Reading now = new Reading(value, at);
    if (before == null || (at - before.at()) * mostWatts >= range) {
      return new Step(new EnergyCounter(range, mostWatts, now, ailing), null, null);
    }
    long risen = value - before.value();
    long counted = risen < 0 ? risen + range + 1 : risen;
    if (counted > (at - before.at() + LATE_MICROS) * mostWatts) {
      return new Step(
          new EnergyCounter(range, mostWatts, now, true),
          null,
          ailing
              ? null
              : "it went from %d to %d, too far to be true".formatted(before.value(), value));
    }
    return new Step(
        new EnergyCounter(range, mostWatts, now, false),
        new Counted(before.at(), at, counted),
        null);
  }

  /** The counter could not be read; complains unless it did so before. */
  public Step failed(String why) {
    return new Step(new EnergyCounter(range, mostWatts, null, true), null, ailing ? null : why);
  }
}
