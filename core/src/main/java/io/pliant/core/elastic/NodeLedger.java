package io.pliant.core.elastic;

import java.util.Arrays;

/**
 * Free nodes from now on, as the running jobs' expected ends and adaptations give them back: the
 * scratch paper on which the head's promise is kept.
 */
final class NodeLedger {
  private static final int FEW = 8;
  private static final int INDEX_BITS = 18;
  private static final long FAR = 1L << 44;

  private final long now;
  private int free;
  private long[] times;
  private int[] changes;
  private int count;
  private int sortedCount;

  NodeLedger(Pool view) {
    this.now = view.now();
    this.free = view.idle();
    this.times = new long[2 * view.running().size() + 16];
    this.changes = new int[times.length];
    for (RunningShape job : view.running()) {
      add(job);
    }
  }

  int free() {
    return free;
  }

  /** Enters what a running job gives back and when. */
  void add(RunningShape job) {
    int leaving = job.nodes() - job.target();
    if (leaving > 0) {
      entry(job.ready(), leaving);
    }
    entry(job.expectedEnd(), job.target());
  }

  /** Takes out what {@link #add} entered. */
  void remove(RunningShape job) {
    int leaving = job.nodes() - job.target();
    if (leaving > 0) {
      entry(job.ready(), -leaving);
    }
    entry(job.expectedEnd(), -job.target());
  }

  /** Nodes are taken now and given back at {@code until}. */
  void take(int nodes, long until) {
    free -= nodes;
    entry(until, nodes);
  }

  /** Nodes that a running job holds come back at {@code until}. */
  void returnAt(int nodes, long until) {
    entry(until, nodes);
  }

  /** Undoes {@link #take}. */
  void untake(int nodes, long until) {
    free += nodes;
    entry(until, -nodes);
  }

  /**
   * The earliest time at which so many nodes are free and stay so; the largest number for never.
   */
  long earliest(int nodes) {
    sort();
    int sum = free;
    long at = sum >= nodes ? now : Long.MAX_VALUE;
    for (int i = 0; i < count; ) {
      long time = times[i];
      while (i < count && times[i] == time) {
        sum += changes[i++];
      }
      if (sum < nodes) {
        at = Long.MAX_VALUE;
      } else if (at == Long.MAX_VALUE) {
        at = Math.max(now, time);
      }
    }
    return at;
  }

  /** Nodes free at a time, all that come back then counted. */
  int freeAt(long time) {
    int sum = free;
    for (int i = 0; i < count; i++) {
      if (times[i] <= time) {
        sum += changes[i];
      }
    }
    return sum;
  }

  private void entry(long time, int nodes) {
    if (count == times.length) {
      times = Arrays.copyOf(times, 2 * count);
      changes = Arrays.copyOf(changes, 2 * count);
    }
    times[count] = Math.max(now, time);
    changes[count++] = nodes;
  }

  private void sort() {
    if (count - sortedCount > FEW) {
      sortAll();
    } else {
      for (int i = Math.max(1, sortedCount); i < count; i++) {
        insert(i);
      }
    }
    sortedCount = count;
  }

  private void sortAll() {
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = Math.min(times[i] - now, FAR) << INDEX_BITS | i;
    }
    Arrays.sort(keys);
    long[] oldTimes = times.clone();
    int[] oldChanges = changes.clone();
    for (int i = 0; i < count; i++) {
      int from = (int) keys[i] & ((1 << INDEX_BITS) - 1);
      times[i] = oldTimes[from];
      changes[i] = oldChanges[from];
    }
  }

  private void insert(int i) {
    long time = times[i];
    int change = changes[i];
    int j = i - 1;
    while (j >= 0 && times[j] > time) {
      times[j + 1] = times[j];
      changes[j + 1] = changes[j];
      j--;
    }
    times[j + 1] = time;
    changes[j + 1] = change;
  }
}
