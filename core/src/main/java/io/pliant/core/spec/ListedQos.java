package io.pliant.core.spec;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A quality of service that a site lists.
 *
 * @param name what {@code --qos} names, in any case of letters
 * @param priority how much it speaks for a job, at least 0
 * @param description free text
 * @param maxTime longest time limit of its jobs, or null for that of the partition
 */
public record ListedQos(
    String name, int priority, String description, @Nullable Duration maxTime) {}
