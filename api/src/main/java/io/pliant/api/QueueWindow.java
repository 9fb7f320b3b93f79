package io.pliant.api;

import java.util.List;

/**
 * A part of the queue, as a table shows it while somebody scrolls.
 *
 * @param offset wanted jobs before the first one of {@code jobs}
 * @param total wanted jobs in all
 * @param jobs in queue order, partition by partition; may be fewer than asked for
 */
public record QueueWindow(long offset, long total, List<QueueEntry> jobs) {
  public QueueWindow {
    jobs = List.copyOf(jobs);
  }
}
