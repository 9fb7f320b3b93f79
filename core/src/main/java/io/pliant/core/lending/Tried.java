package io.pliant.core.lending;

import io.pliant.core.id.PartitionName;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was tried in the pool for a job that waits.
 *
 * @param need whole nodes that it needs
 * @param at when it was tried last
 * @param asked nodes that partitions were asked for; empty when they said before that they had too
 *     few
 * @param offered what they offered of it or, when nobody was asked, what they said they had
 * @param collecting the collection goes on
 * @param failures collections in vain, one after another
 * @param notBefore the next one, unless nodes come free
 */
public record Tried(
    int need,
    Instant at,
    SortedMap<PartitionName, Integer> asked,
    SortedMap<PartitionName, Integer> offered,
    boolean collecting,
    int failures,
    Instant notBefore) {
  public Tried {
    asked = Collections.unmodifiableSortedMap(new TreeMap<>(asked));
    offered = Collections.unmodifiableSortedMap(new TreeMap<>(offered));
  }

  Tried failed(SortedMap<PartitionName, Integer> got, Instant next) {
    return new Tried(need, at, asked, got, false, failures + 1, next);
  }

  Tried atOnce() {
    return new Tried(need, at, asked, offered, collecting, 0, at);
  }
}
