package io.pliant.runtime.adapt;

import io.pliant.core.id.NodeName;
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

  private final Map<Place, Integer> connections = new HashMap<>();
  private final Map<Integer, Integer> bytes = new HashMap<>();
  private int allConnections;
  private int allBytes;

  /** A user at the socket of one of the agent's nodes. */
  private record Place(NodeName node, int uid) {}

  /**
   * Takes a place for a connection of a user; false when there is none.
   *
   * @param node at whose socket
   * @param most how many this user may have there
   */
  synchronized boolean enter(NodeName node, int uid, int most) {
    Place place = new Place(node, uid);
    int own = connections.getOrDefault(place, 0);
    if (own >= most || allConnections >= MOST_CONNECTIONS) {
      return false;
    }
    connections.put(place, own + 1);
    allConnections++;
    return true;
  }

  synchronized void leave(NodeName node, int uid) {
    less(connections, new Place(node, uid), 1);
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
    return connections.keySet().stream().noneMatch(place -> place.uid == uid)
        && !bytes.containsKey(uid);
  }

  private static <K> void less(Map<K, Integer> counts, K key, int count) {
    counts.computeIfPresent(key, (_, own) -> own <= count ? null : own - count);
  }
}
