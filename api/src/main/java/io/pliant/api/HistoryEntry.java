package io.pliant.api;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Kinds;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One job in accounting.
 *
 * @param nodeSeconds nodes held times seconds held, over all attempts
 * @param energy of all attempts, as far as it is counted, or null when nothing is
 * @param asked what it asked for; null from older controllers
 * @param memoryMb megabytes held now or last, over all nodes; null from older controllers
 * @param devices what else was held, over all nodes; null for nothing
 * @param usage what the steps that are over used, over all attempts; null when nothing is known
 */
public record HistoryEntry(
    JobId job,
    String name,
    String user,
    PartitionName partition,
    JobStatus status,
    @Nullable ExitStatus exit,
    String reason,
    int attempts,
    int nodes,
    int cpus,
    @Nullable String nodeList,
    Instant submittedAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    double nodeSeconds,
    double cpuSeconds,
    @Nullable EnergyEntry energy,
    @Nullable UsageEntry usage,
    @Nullable AskedEntry asked,
    @Nullable Long memoryMb,
    @Nullable Kinds devices) {}
