package io.pliant.sim.shape;

import io.pliant.core.array.Indices;
import io.pliant.core.size.SpeedUp;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a job of a list once it runs, of which no policy knows.
 *
 * @param least milliseconds that it runs at least, on the size it asks for
 * @param most milliseconds at most; where that is more, each job and each element has its own time
 *     between them, by its number
 * @param exit exit code, 0 for success
 * @param failing elements of an array with that code, the others succeeding; null for all
 * @param serial share of the work that more nodes do not speed up, for a job that changes size
 */
public record RunTimes(long least, long most, int exit, @Nullable Indices failing, double serial) {
  /** Jobs that all run for so long, and end well. */
  public static RunTimes of(long millis) {
    return new RunTimes(millis, millis, 0, null, SpeedUp.UNKNOWN.serial());
  }

  /** How long the job with that number runs, in milliseconds. */
  long millis(long number) {
    return least + Math.floorMod(mixed(number), most - least + 1);
  }

  /** Exit code of an element, or of a job that is none. */
  int exit(@Nullable Integer index) {
    Indices some = failing;
    return some == null || (index != null && some.placeOf(index) >= 0) ? exit : 0;
  }

  /** Bits that say nothing of their number (the finalizer of SplitMix64). */
  private static long mixed(long number) {
    long z = number * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
