package io.pliant.core.partition;

import io.pliant.core.id.JobId;
import io.pliant.core.priority.PriorityRule;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The one snapshot that all readers of a partition's queue share. A first page shows the ledger as
 * it is; a further page is cut from the snapshot of the first one, or from a newer one if another
 * reader wanted that. So a queue is ranked once for each first page at most, however many pages
 * follow.
 *
 * @param kept the newest snapshot, or null when nobody reads
 * @param readAt when a page was last cut from it
 * @param rankings snapshots made so far
 */
public record QueueReading(@Nullable QueueSnapshot kept, Instant readAt, long rankings) {
  /** Nobody reads. */
  public static final QueueReading NONE = new QueueReading(null, Instant.EPOCH, 0);

  /** How old the ages behind an order may be while the ledger stays as it is. */
  static final Duration FRESH = Duration.ofSeconds(1);

  /** After so long without a reader the snapshot goes. */
  static final Duration IDLE = Duration.ofSeconds(10);

  /**
   * What is kept once a page has been asked for: never null.
   *
   * @param cursor where the reader is, or null for a first page
   */
  public QueueReading reading(
      PartitionState state, PriorityRule rule, @Nullable QueueCursor cursor, Instant now) {
    return kept != null && serves(kept, state, cursor, now)
        ? new QueueReading(kept, now, rankings)
        : new QueueReading(QueueSnapshot.of(state, rule, now), now, rankings + 1);
  }

  /**
   * What is kept once the rank of a waiting job has been asked for: never null. A rank may be as
   * old as the ages behind it, so those who ask for ranks make a queue be ranked once a second, and
   * for each job that is newer than that.
   */
  public QueueReading ranking(PartitionState state, PriorityRule rule, JobId job, Instant now) {
    return kept != null && !now.isAfter(kept.at().plus(FRESH)) && kept.rank(job) != null
        ? new QueueReading(kept, now, rankings)
        : new QueueReading(QueueSnapshot.of(state, rule, now), now, rankings + 1);
  }

  /**
   * What is kept once a part of the queue has been asked for: never null. It may be a second old,
   * so that those who watch a queue make it be ranked once a second, however many they are.
   */
  public QueueReading looking(PartitionState state, PriorityRule rule, Instant now) {
    return kept != null && !now.isAfter(kept.at().plus(FRESH))
        ? new QueueReading(kept, now, rankings)
        : new QueueReading(QueueSnapshot.of(state, rule, now), now, rankings + 1);
  }

  /** The snapshot of a reading. */
  public QueueSnapshot snapshot() {
    if (kept == null) {
      throw new IllegalStateException("Expected a snapshot that is being read, but nobody reads.");
    }
    return kept;
  }

  /** The same without its snapshot when nobody has read it for a while. */
  public QueueReading unlessIdle(Instant now) {
    return kept == null || now.isBefore(readAt.plus(IDLE))
        ? this
        : new QueueReading(null, readAt, rankings);
  }

  private static boolean serves(
      QueueSnapshot kept, PartitionState state, @Nullable QueueCursor cursor, Instant now) {
    return cursor == null
        ? kept.version() == state.version() && !now.isAfter(kept.at().plus(FRESH))
        : kept.version() >= cursor.version();
  }
}
