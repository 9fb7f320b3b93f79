package io.pliant.runtime.adapt;

import java.util.HashMap;
import java.util.Map;

/**
 * What all programs of all nodes of an agent may take of its memory at a time: connections, and
 * bytes of lines that have not ended. A user gets a part of it alone, so that none can use up what
 * the others need. Any thread.
 */
public final class AdaptBudget {
  private static final int MOST_CONNECTIONS = 1024;
  private static final int MOST_BYTES = 1 << 20;
  private static final int SHARE_OF_USER = 4;

  private final Map<Integer, Integer> connections = new HashMap<>();
  private final Map<Integer, Integer> bytes = new HashMap<>();
  private int allConnections;
  private int allBytes;

  /**
   * Takes a place for a connection of a user; false when there is none.
   *
   * @param most how many this user may have
   */
  synchronized boolean enter(int uid, int most) {
    int own = connections.getOrDefault(uid, 0);
    if (own >= most || allConnections >= MOST_CONNECTIONS) {
      return false;
    }
    connections.put(uid, own + 1);
    allConnections++;
    return true;
  }

  synchronized void leave(int uid) {
    less(connections, uid, 1);
    allConnections--;
  }

  /** Takes room for so many bytes of a user's line; false when there is none. */
  synchronized boolean take(int uid, int count) {
    int own = bytes.getOrDefault(uid, 0);
    if (own + count > MOST_BYTES / SHARE_OF_USER || allBytes + count > MOST_BYTES) {
      return false;
    }
    bytes.put(uid, own + count);
    allBytes += count;
    return true;
  }

  synchronized void give(int uid, int count) {
    less(bytes, uid, count);
    allBytes -= count;
  }

  /** True when a user holds nothing of it. */
  synchronized boolean unused(int uid) {
    return !connections.containsKey(uid) && !bytes.containsKey(uid);
  }

  private static void less(Map<Integer, Integer> counts, int uid, int count) {
    counts.computeIfPresent(uid, (_, own) -> own <= count ? null : own - count);
  }
}
