package io.pliant.api;

import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of the queue.
 *
 * @param startedAt when the nodes were granted, or null while waiting
 * @param timeLimitSeconds wall-clock limit
 * @param nodes number of nodes held or asked for
 * @param nodeList compressed host list of nodes held, or null while waiting
 * @param resizing its size is changing just now
 * @param reason Slurm's one-word reason while waiting, or null
 * @param priority while waiting, the higher the nearer to the head; null where the queue is in
 *     order of submission
 */
public record QueueEntry(
    JobId job,
    PartitionName partition,
    String name,
    String user,
    JobStatus status,
    Instant submittedAt,
    @Nullable Instant startedAt,
    long timeLimitSeconds,
    int nodes,
    int cpus,
    @Nullable String nodeList,
    @Nullable String reason,
    @Nullable Double priority,
    boolean resizing) {}
