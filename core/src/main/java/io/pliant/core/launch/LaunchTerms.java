package io.pliant.core.launch;

import io.pliant.core.id.PartitionName;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a launch order needs beside the job, its allocation and the step's plan.
 *
 * @param partition partition that granted the nodes
 * @param term fencing number of the partition's incarnation
 * @param clusterName name of the cluster, for {@code SLURM_CLUSTER_NAME}
 * @param deadline when the tasks are to be ended, or null for no limit
 * @param killGraceSeconds seconds from SIGTERM to SIGKILL
 * @param startedAt when this attempt of the job started
 * @param timeLeft what is left of the limit now, or null for no limit
 */
public record LaunchTerms(
    PartitionName partition,
    long term,
    String clusterName,
    @Nullable Instant deadline,
    int killGraceSeconds,
    Instant startedAt,
    @Nullable Duration timeLeft) {}
