package io.pliant.core.accounting;

import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import java.time.Duration;
import java.time.Instant;

/**
 * What was held, times how long. Whole microseconds, so that sums over jobs are exact.
 *
 * @param nodeMicros nodes held times microseconds held
 * @param cpuMicros cpus held times microseconds held
 */
public record Usage(long nodeMicros, long cpuMicros) {
  public static final Usage NONE = new Usage(0, 0);

  private static final double MICROS_PER_SECOND = 1e6;

  /**
   * An allocation held from {@code from} to {@code to}; nothing when the clocks say that it ended
   * before it began.
   */
  public static Usage of(Allocation allocation, Instant from, Instant to) {
    return held(nodes(allocation), allocation.cpus(), from, to);
  }

  static Usage held(int nodes, int cpus, Instant from, Instant to) {
    long micros = Math.max(0, Duration.between(from, to).toNanos() / 1_000);
    return new Usage(Math.multiplyExact(nodes, micros), Math.multiplyExact(cpus, micros));
  }

  static int nodes(Allocation allocation) {
    return (int) allocation.slices().stream().map(Slice::node).distinct().count();
  }

  public Usage plus(Usage other) {
    return new Usage(
        Math.addExact(nodeMicros, other.nodeMicros), Math.addExact(cpuMicros, other.cpuMicros));
  }

  public double nodeSeconds() {
    return nodeMicros / MICROS_PER_SECOND;
  }

  public double cpuSeconds() {
    return cpuMicros / MICROS_PER_SECOND;
  }
}
