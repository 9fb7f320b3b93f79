package io.pliant.core.pool;

import io.pliant.core.lease.Rank;
import java.time.Instant;

/**
 * A promise of one partition to a job of its pool, which it keeps against jobs that come after it.
 *
 * @param rank of the job; what goes before it may put it off
 * @param nodes so many
 * @param at from when on, if running jobs use their limits
 * @param end the job ends then at the latest
 */
public record Claim(Rank rank, int nodes, Instant at, Instant end) {}
