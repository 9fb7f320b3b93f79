package io.pliant.api;

import io.pliant.core.spec.ListedQos;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A quality of service that the site lists.
 *
 * @param name what {@code --qos} names
 * @param priority how much it speaks for a job, at least 0
 * @param description free text
 * @param maxTimeSeconds longest time limit of its jobs, or null for that of the partition
 */
public record QosEntry(
    String name, int priority, String description, @Nullable Long maxTimeSeconds) {
  public static QosEntry of(ListedQos listed) {
    Duration most = listed.maxTime();
    return new QosEntry(
        listed.name(),
        listed.priority(),
        listed.description(),
        most == null ? null : (Long) most.toSeconds());
  }
}
