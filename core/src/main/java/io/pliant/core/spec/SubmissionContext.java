package io.pliant.core.spec;

import io.pliant.core.id.PartitionName;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a controller knows when it reads a submission.
 *
 * @param submitter the authenticated user
 * @param now the present
 * @param zone zone of the times that users write
 * @param defaultPartition where jobs go that name no partition, or null when there is none
 * @param exclusiveByDefault tells whether jobs of a partition get whole nodes without asking
 */
public record SubmissionContext(
    Submitter submitter,
    Instant now,
    ZoneId zone,
    @Nullable PartitionName defaultPartition,
    Predicate<PartitionName> exclusiveByDefault) {}
