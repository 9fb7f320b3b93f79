package io.pliant.core.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A block of job ids was given to a controller; ids of it that are not used are never used.
 *
 * @param first first id of the block
 * @param last last id of the block; below the first for an empty one
 * @param epoch null, or the epoch of the cluster that begins; then the block is nobody's
 * @param restored with an epoch: a word for the restore that it begins with, or null for none
 */
public record JobIdBlockGranted(
    long first, long last, Instant at, @Nullable Long epoch, @Nullable String restored) {}
