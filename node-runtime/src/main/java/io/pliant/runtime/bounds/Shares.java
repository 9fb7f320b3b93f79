package io.pliant.runtime.bounds;

import java.util.HashMap;
import java.util.Map;

/** How much each of many peers holds of something, each up to the same bound. Any thread. */
public final class Shares {
  private final long most;
  private final Map<String, Long> held = new HashMap<>();

  /** Each peer may hold so much. */
  public Shares(long most) {
    this.most = most;
  }

  /** Takes all of it for a peer, or nothing; false when the peer would hold too much. */
  public synchronized boolean take(String peer, long amount) {
    long after = held.getOrDefault(peer, 0L) + amount;
    if (after > most) {
      return false;
    }
    held.put(peer, after);
    return true;
  }

  /** Gives back what was taken. */
  public synchronized void give(String peer, long amount) {
    held.computeIfPresent(peer, (_, now) -> now <= amount ? null : now - amount);
  }

  /** What one peer may hold. */
  public long most() {
    return most;
  }
}
