package io.pliant.core.plan;

import io.pliant.core.id.PartitionName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pack starts in all its partitions at once, and another one is not ready.
 *
 * @param last the partition that comes last, or that cannot say when
 * @param together when all of them could start it, or null while one cannot say
 */
public record PackWait(PartitionName last, @Nullable Instant together) implements WaitReason {
  @Override
  public String code() {
    return "Resources";
  }

  @Override
  public String describe() {
    return together == null
        ? "The pack starts in all its partitions at once, and in partition %s it is not its turn, or its nodes are not there."
            .formatted(last)
        : "The pack starts in all its partitions at once, in partition %s as the last one: at %s, if the jobs before it run until their limits."
            .formatted(last, together);
  }
}
