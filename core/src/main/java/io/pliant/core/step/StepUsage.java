package io.pliant.core.step;

import org.jspecify.annotations.Nullable;

/**
 * What the tasks of a step used; null for what nobody counted.
 *
 * @param by what counted it: {@code cgroup}, or {@code rusage} for what the kernel sums up of
 *     processes, whose peak is that of the largest process alone
 * @param peakMemoryBytes most memory at a time on any one node
 * @param userMicros processor time in programs, over all nodes
 * @param systemMicros processor time in the kernel on their behalf, over all nodes
 * @param readBytes bytes read from disks, over all nodes
 * @param writtenBytes bytes written to disks, over all nodes
 */
public record StepUsage(
    String by,
    @Nullable Long peakMemoryBytes,
    @Nullable Long userMicros,
    @Nullable Long systemMicros,
    @Nullable Long readBytes,
    @Nullable Long writtenBytes) {
  /** The word for counts of control groups. */
  public static final String CGROUP = "cgroup";

  /** The word for counts of processes. */
  public static final String RUSAGE = "rusage";

  public StepUsage {
    if (!by.equals(CGROUP) && !by.equals(RUSAGE)) {
      throw new IllegalArgumentException(
          "Expected usage by cgroup or rusage, but got '%s'.".formatted(by));
    }
    atLeastNothing("peak memory", peakMemoryBytes);
    atLeastNothing("user time", userMicros);
    atLeastNothing("system time", systemMicros);
    atLeastNothing("bytes read", readBytes);
    atLeastNothing("bytes written", writtenBytes);
  }

  /** Both together; null is nothing. It is by groups when both are. */
  public static @Nullable StepUsage sum(@Nullable StepUsage one, @Nullable StepUsage other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    Long peak =
        one.peakMemoryBytes == null || other.peakMemoryBytes == null
            ? plus(one.peakMemoryBytes, other.peakMemoryBytes)
            : Long.valueOf(Math.max(one.peakMemoryBytes, other.peakMemoryBytes));
    return new StepUsage(
        one.by.equals(other.by) ? one.by : RUSAGE,
        peak,
        plus(one.userMicros, other.userMicros),
        plus(one.systemMicros, other.systemMicros),
        plus(one.readBytes, other.readBytes),
        plus(one.writtenBytes, other.writtenBytes));
  }

  private static @Nullable Long plus(@Nullable Long one, @Nullable Long other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum; // what nodes say may be anything
  }

  private static void atLeastNothing(String what, @Nullable Long value) {
    if (value != null && value < 0) {
      throw new IllegalArgumentException(
          "Expected %s of at least 0, but got %d.".formatted(what, value));
    }
  }
}
