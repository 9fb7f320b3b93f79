package io.pliant.journal.change;

/** Snapshots of an entity by sequence number and time of writing (ms since 1970), all inclusive. */
public record SnapshotRange(long minSequence, long maxSequence, long minTime, long maxTime) {
  /** All of them. */
  public static SnapshotRange all() {
    return new SnapshotRange(0, Long.MAX_VALUE, 0, Long.MAX_VALUE);
  }

  /** Whether one of that number and time is meant. */
  public boolean contains(long sequence, long writtenAt) {
    return sequence >= minSequence
        && sequence <= maxSequence
        && writtenAt >= minTime
        && writtenAt <= maxTime;
  }
}
