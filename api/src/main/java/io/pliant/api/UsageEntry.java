package io.pliant.api;

import io.pliant.core.step.StepUsage;
import org.jspecify.annotations.Nullable;

/**
 * What tasks used; null for what nobody counted.
 *
 * @param by {@code cgroup}, or {@code rusage}, where {@code maxRssBytes} is the largest process
 * @param maxRssBytes most memory at a time on any one node
 * @param cpuSeconds processor time, over all nodes
 * @param userSeconds the part of it in programs
 * @param systemSeconds the part of it in the kernel
 * @param readBytes bytes read from disks, over all nodes
 * @param writtenBytes bytes written to disks, over all nodes
 */
public record UsageEntry(
    String by,
    @Nullable Long maxRssBytes,
    @Nullable Double cpuSeconds,
    @Nullable Double userSeconds,
    @Nullable Double systemSeconds,
    @Nullable Long readBytes,
    @Nullable Long writtenBytes) {
  private static final double MICROS = 1e6;

  /** Of what is known, or null when nothing is. */
  public static @Nullable UsageEntry of(@Nullable StepUsage usage) {
    if (usage == null) {
      return null;
    }
    Double user = seconds(usage.userMicros());
    Double system = seconds(usage.systemMicros());
    return new UsageEntry(
        usage.by(),
        usage.peakMemoryBytes(),
        user == null || system == null ? null : (Double) (user + system),
        user,
        system,
        usage.readBytes(),
        usage.writtenBytes());
  }

  private static @Nullable Double seconds(@Nullable Long micros) {
    return micros == null ? null : (Double) (micros / MICROS);
  }
}
