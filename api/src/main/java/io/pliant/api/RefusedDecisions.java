package io.pliant.api;

import java.time.Instant;

/**
 * Decisions of a policy that the ledger refused since its controller hosts the partition.
 *
 * @param starts of jobs that were not possible any more, or never were
 * @param resizes of running jobs that were not possible
 * @param last why the last of them was refused, in a sentence
 * @param at when that was
 */
public record RefusedDecisions(long starts, long resizes, String last, Instant at) {}
