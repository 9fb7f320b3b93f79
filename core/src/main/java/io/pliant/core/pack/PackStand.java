package io.pliant.core.pack;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.PartitionName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a partition says of its share of a pack that waits; told again and again, and nothing is
 * held for it.
 *
 * @param attempt the attempt that waits
 * @param earliest when the share could start if all jobs ran until their limits, or null while it
 *     is not its turn
 * @param now its nodes are free now
 */
public record PackStand(
    PartitionName partition, AttemptId attempt, @Nullable Instant earliest, boolean now) {
  /** A share that cannot be said to start at any time. */
  public static PackStand unknown(PartitionName partition, AttemptId attempt) {
    return new PackStand(partition, attempt, null, false);
  }
}
