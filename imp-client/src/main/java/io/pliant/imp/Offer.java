package io.pliant.imp;

import java.time.Duration;

/**
 * A wish of the scheduler to change the job's size.
 *
 * @param adaptation number of the adaptation, rising within a job
 * @param kind expand or shrink
 * @param nodes how many nodes would come or go
 * @param size the job's nodes afterwards
 * @param mandatory a shrink that the job may not refuse; a refusal counts as silence
 * @param deadline time left for the answer; zero for none
 */
public record Offer(
    int adaptation,
    AdaptationKind kind,
    int nodes,
    int size,
    boolean mandatory,
    Duration deadline) {}
