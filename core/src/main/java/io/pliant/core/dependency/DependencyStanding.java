package io.pliant.core.dependency;

import io.pliant.core.array.Places;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a partition must know of a job that waits, or has waited, for others.
 *
 * @param version counts what became known; what is older than known counts no more
 * @param unmet what it waits for, as Slurm lists it; empty when it waits for nothing more
 * @param never true when that can come no more
 * @param singleton it also waits for jobs of the same user and name, which the partition knows
 * @param may elements of an array that may start although others wait; null for all or none
 * @param from not to start before, or null
 */
public record DependencyStanding(
    int version,
    String unmet,
    boolean never,
    boolean singleton,
    @Nullable Places may,
    @Nullable Instant from) {
  /** True when nothing of it may start. */
  public boolean waits() {
    return !unmet.isEmpty() && may == null;
  }
}
