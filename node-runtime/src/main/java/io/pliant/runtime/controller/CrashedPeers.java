package io.pliant.runtime.controller;

import io.pliant.runtime.settings.HostPort;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Tells controllers whose process is dead from those that are only silent. When a host answers that
 * nobody listens on any of the member's ports ({@link PeerProbe}), the process is gone and nothing
 * is won by waiting; a silent one may come back, so the split brain resolver waits for it.
 */
final class CrashedPeers {
  /** Refusals in a row that count as proof; one may fall into the moment of a restart. */
  static final int PROOF = 2;

  private final Map<HostPort, Integer> refusals = new HashMap<>();

  /**
   * Looks once more.
   *
   * @param members all members, with this one
   * @param unreachable those of them that do not send heartbeats
   * @param refuses asks a host whether nobody listens on any port of a member
   * @return those to be removed now; none when the rest would not be a majority, for this side may
   *     be the one that is cut off
   */
  Set<HostPort> look(
      Set<HostPort> members, Set<HostPort> unreachable, Predicate<HostPort> refuses) {
    refusals.keySet().retainAll(unreachable);
    Set<HostPort> dead = new HashSet<>();
    for (HostPort peer : unreachable) {
      int count = refuses.test(peer) ? refusals.getOrDefault(peer, 0) + 1 : 0;
      refusals.put(peer, count);
      if (count >= PROOF) {
        dead.add(peer);
      }
    }
    refusals.values().removeIf(count -> count == 0);
    boolean majority = (members.size() - unreachable.size()) * 2 > members.size();
    return majority ? dead : Set.of();
  }

  /** True while a host has said that nobody is there, but not often enough for a proof. */
  boolean doubts() {
    return refusals.values().stream().anyMatch(count -> count < PROOF);
  }
}
