package io.pliant.journal.raft;

/** How many changes may wait in this process, whichever groups they are for, and how big. */
final class WriteBudget {
  static final int MOST_WAITING = 20_000;
  static final long MOST_BYTES = 64L << 20;

  private int waiting;
  private long bytes;

  /** Takes room for a change of so many bytes; false when there is none. */
  synchronized boolean take(int weight) {
    if (waiting >= MOST_WAITING || bytes + weight > MOST_BYTES) {
      return false;
    }
    waiting++;
    bytes += weight;
    return true;
  }

  /** True when more than half of the room is taken. */
  synchronized boolean crowded() {
    return waiting > MOST_WAITING / 2 || bytes > MOST_BYTES / 2;
  }

  /** True when nothing waits. */
  synchronized boolean empty() {
    return waiting == 0 && bytes == 0;
  }

  /** Gives back the room of so many changes. */
  synchronized void give(int changes, long weight) {
    waiting -= changes;
    bytes -= weight;
  }
}
