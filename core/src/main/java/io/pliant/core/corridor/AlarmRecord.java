package io.pliant.core.corridor;

import io.pliant.core.id.PartitionName;
import io.pliant.core.power.CorridorAlarm;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A bound that a partition could not meet for a time.
 *
 * @param since when it was raised, or when its watts changed last
 * @param ended when it was met again, or null while it is not
 */
public record AlarmRecord(
    PartitionName partition, CorridorAlarm alarm, Instant since, @Nullable Instant ended) {}
