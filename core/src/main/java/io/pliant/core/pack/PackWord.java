package io.pliant.core.pack;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.PartitionName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a pack that waits says to each of its partitions; told again and again, and it counts for a
 * short time only.
 *
 * @param attempt the attempt that waits
 * @param together when all partitions could start it, or null while one of them cannot say
 * @param hold all of them could now: hold its nodes
 * @param last the partition that comes last, or that cannot say
 */
public record PackWord(
    AttemptId attempt, @Nullable Instant together, boolean hold, PartitionName last) {}
