package io.pliant.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one partition has done since its controller hosts it. Of an array the whole is submitted
 * once, and each element starts and ends.
 *
 * @param since when counting began
 * @param submitted jobs that came in; one that waits again after an attempt is not counted anew
 * @param started attempts that got their nodes
 * @param completed jobs that ended well
 * @param cancelled jobs that were cancelled, waiting or running
 * @param failed jobs that ended in any other way
 * @param rounds scheduling rounds that came to a plan
 * @param lastMicros what the last of them took, in microseconds; 0 before the first
 * @param maxMicros what the longest took, in microseconds
 * @param sumMicros what all took, in microseconds
 * @param lastAt when the last ended, or null before the first
 * @param looked jobs that all rounds together started or left waiting
 */
public record SchedulingCounts(
    Instant since,
    long submitted,
    long started,
    long completed,
    long cancelled,
    long failed,
    long rounds,
    long lastMicros,
    long maxMicros,
    long sumMicros,
    @Nullable Instant lastAt,
    long looked) {}
