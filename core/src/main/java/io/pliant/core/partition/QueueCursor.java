package io.pliant.core.partition;

import io.pliant.core.id.JobId;

/**
 * Up to where a queue has been read.
 *
 * @param version of the ledger that was read; a newer one will do as well
 * @param after the last job that was told; the next page begins behind its number
 */
public record QueueCursor(long version, JobId after) {}
