package io.pliant.actors.job;

import io.pliant.core.job.JobOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * When a launch that is not confirmed is said again: at each reminder while it is small, and the
 * later the larger it is and the more often it was said. Else a cluster that is slow because it
 * carries much would be given the same to carry once more, and become slower.
 */
final class LaunchPace {
  /** A launch of fewer bytes is said at each reminder. */
  static final long SMALL_BYTES = 64 << 10;

  /** Reminders that pass at the most. */
  static final int MOST_REMINDERS = 30;

  private static final long BYTES_A_REMINDER = 256 << 10;

  private record Turn(int said, int remindersLeft) {}

  private final Map<JobOrder, Turn> turns = new HashMap<>();

  /** A launch of so many bytes was said. */
  void said(JobOrder order, long bytes) {
    if (bytes < SMALL_BYTES) {
      return; // said at each reminder: nothing need be known of it
    }
    Turn before = turns.get(order);
    int times = before == null ? 1 : before.said() + 1;
    turns.put(order, new Turn(times, pause(bytes, times)));
  }

  /** At a reminder: true when the order is to be said again now. */
  boolean due(JobOrder order) {
    Turn turn = turns.get(order);
    if (turn == null || turn.remindersLeft() == 0) {
      return true;
    }
    turns.put(order, new Turn(turn.said(), turn.remindersLeft() - 1));
    return false;
  }

  /** Nothing of what was said is owed any more. */
  void forget() {
    turns.clear();
  }

  /** Nothing but these is owed any more. */
  void keep(Set<JobOrder> owed) {
    turns.keySet().retainAll(owed);
  }

  /** Large launches that wait for their turn. */
  int waiting() {
    return turns.size();
  }

  /** Reminders that pass without it. */
  static int pause(long bytes, int times) {
    if (bytes < SMALL_BYTES) {
      return 0;
    }
    long first = Math.ceilDiv(bytes, BYTES_A_REMINDER);
    return (int) Math.min(MOST_REMINDERS, first << Math.min(times - 1, MOST_REMINDERS));
  }
}
