package io.pliant.core.job;

import java.time.Instant;

/**
 * A block of job ids was given to a controller; ids of it that are not used are never used.
 *
 * @param first first id of the block
 * @param last last id of the block
 */
public record JobIdBlockGranted(long first, long last, Instant at) {}
